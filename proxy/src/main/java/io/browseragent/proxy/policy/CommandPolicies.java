package io.browseragent.proxy.policy;

import static io.browseragent.proxy.policy.Disposition.DRAW;
import static io.browseragent.proxy.policy.Disposition.END_CLIENT;
import static io.browseragent.proxy.policy.Disposition.PASS;
import static io.browseragent.proxy.policy.Disposition.REFUSE;
import static io.browseragent.proxy.policy.Disposition.REWRITE;
import static io.browseragent.proxy.policy.Disposition.SWALLOW;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The table, client to browser. It holds at every level: browser, page and nested sessions alike. */
final class CommandPolicies {

    // spotless:off
    static final List<CommandPolicy> LINES = List.of(
            line(REWRITE,    "Target.createTarget",      "opens behind the human's tab, and never a window"),
            line(DRAW,       "Page.captureScreenshot",   "a hidden tab is not drawn, and the screenshot would wait for it"),
            line(SWALLOW,    "Target.activateTarget",    "the screen is the human's"),
            line(SWALLOW,    "Page.bringToFront",        "the screen is the human's"),
            line(SWALLOW,    "Browser.setWindowBounds",  "the window is the human's"),
            line(SWALLOW,    "Browser.setContentsSize",  "the window is the human's"),
            line(END_CLIENT, "Browser.close",            "ends this client, not the human's browser"),
            line(REFUSE,     "Browser.crash",            "would end the human's browser"),
            line(REFUSE,     "Browser.crashGpuProcess",  "would disturb every tab"));
    // spotless:on

    private static final CommandPolicy UNLISTED = line(PASS, "*", "not yet classified");

    private static final Map<String, CommandPolicy> BY_METHOD =
            LINES.stream().collect(Collectors.toUnmodifiableMap(CommandPolicy::method, Function.identity()));

    private CommandPolicies() {}

    static CommandPolicy of(String method) {
        return BY_METHOD.getOrDefault(method, UNLISTED);
    }

    private static CommandPolicy line(Disposition disposition, String method, String reason) {
        return new CommandPolicy(disposition, method, reason);
    }
}
