package io.browseragent.proxy.policy;

import static io.browseragent.proxy.policy.Line.everywhere;
import static io.browseragent.proxy.policy.Line.of;
import static io.browseragent.proxy.policy.Treatments.REFUSE;
import static io.browseragent.proxy.policy.Treatments.ask;
import static io.browseragent.proxy.policy.Treatments.refuse;

import io.browseragent.core.cdp.CdpError;
import java.util.List;

/** Which tabs there are: answered from what the client owns, in every session that could ask. */
final class TargetLines {

    private static final Treatment NOT_SUPPORTED = refuse(new CdpError(-32000, "Not supported"));
    private static final Treatment NOT_ALLOWED_PARAMS = refuse(new CdpError(-32602, "Not allowed"));

    private static final Treatment BROWSER_ONLY =
            refuse(new CdpError(-32000, "Target.autoAttachRelated is only supported on the Browser target"));

    private static final Treatment TARGETS = ask(LocalAnswer.GET_TARGETS);
    private static final Treatment INFO = ask(LocalAnswer.GET_TARGET_INFO);
    private static final Treatment ATTACH = ask(LocalAnswer.ATTACH_TO_TARGET);
    private static final Treatment BROWSER = ask(LocalAnswer.ATTACH_TO_BROWSER_TARGET);
    private static final Treatment DETACH = ask(LocalAnswer.DETACH_FROM_TARGET);
    private static final Treatment MESSAGE = ask(LocalAnswer.SEND_MESSAGE_TO_TARGET);
    private static final Treatment DISCOVER = ask(LocalAnswer.SET_DISCOVER_TARGETS);
    private static final Treatment AUTO = ask(LocalAnswer.SET_AUTO_ATTACH);
    private static final Treatment CHILDREN = ask(LocalAnswer.SET_CHILD_AUTO_ATTACH);
    private static final Treatment RELATED = ask(LocalAnswer.AUTO_ATTACH_RELATED);
    private static final Treatment CREATE = ask(LocalAnswer.CREATE_TARGET);
    private static final Treatment CLOSE = ask(LocalAnswer.CLOSE_TARGET);
    private static final Treatment ACTIVATE = ask(LocalAnswer.ACTIVATE_TARGET);
    private static final Treatment DEVTOOLS = ask(LocalAnswer.GET_DEVTOOLS_TARGET);
    private static final Treatment NEW_CONTEXT = ask(LocalAnswer.CREATE_CONTEXT);
    private static final Treatment CONTEXTS = ask(LocalAnswer.GET_CONTEXTS);
    private static final Treatment DISPOSE = ask(LocalAnswer.DISPOSE_CONTEXT);

    // spotless:off
    //     method                            browser      page      tab       worker   reason
    static final List<Line> LINES = List.of(
        of("Target.getTargets",              TARGETS,     TARGETS,  TARGETS,  REFUSE,  "own tabs only; Chrome's would list everybody's"),
        of("Target.getTargetInfo",           INFO,        INFO,     INFO,     REFUSE,  "own tabs only"),
        of("Target.attachToTarget",          ATTACH,      ATTACH,   ATTACH,   REFUSE,  "own tabs only"),
        of("Target.attachToBrowserTarget",   BROWSER,     REFUSE,   REFUSE,   REFUSE,  "a session that is judged as the connection itself is"),
        of("Target.detachFromTarget",        DETACH,      DETACH,   DETACH,   DETACH,  "a connection of its own has only own sessions"),
        of("Target.sendMessageToTarget",     MESSAGE,     MESSAGE,  MESSAGE,  MESSAGE, "emulated, so that what is inside is judged too"),
        of("Target.setDiscoverTargets",      DISCOVER,    DISCOVER, DISCOVER, REFUSE,  "told from the registry, own targets only"),
        of("Target.setAutoAttach",           AUTO,        CHILDREN, CHILDREN, CHILDREN,"the browser's own would hold the human's new tabs; below a page there is only its own"),
        of("Target.autoAttachRelated",       RELATED,     BROWSER_ONLY, BROWSER_ONLY, BROWSER_ONLY, "own tabs only"),
        of("Target.createTarget",            CREATE,      CREATE,   CREATE,   REFUSE,  "behind the human's tab, never a window, owned before the reply"),
        of("Target.closeTarget",             CLOSE,       CLOSE,    CLOSE,    CLOSE,   "own tabs only"),
        of("Target.activateTarget",          ACTIVATE,    ACTIVATE, ACTIVATE, REFUSE,  "the screen is the human's: success for own tabs, and nothing done"),
        of("Target.getDevToolsTarget",       DEVTOOLS,    REFUSE,   REFUSE,   REFUSE,  "no DevTools of the human's are shown"),
        of("Target.createBrowserContext",    NEW_CONTEXT, REFUSE,   REFUSE,   REFUSE,  "virtual: a real one opens a window over the human's"),
        of("Target.getBrowserContexts",      CONTEXTS,    REFUSE,   REFUSE,   REFUSE,  "own ones only"),
        of("Target.disposeBrowserContext",   DISPOSE,     REFUSE,   REFUSE,   REFUSE,  "closes its tabs"),
        everywhere("Target.exposeDevToolsProtocol", NOT_ALLOWED_PARAMS, "would hand the page a channel past the broker"),
        everywhere("Target.setRemoteLocations",     NOT_SUPPORTED,      "makes the browser dial hosts"),
        everywhere("Target.openDevTools",           REFUSE,             "opens a window before the human"));
    // spotless:on

    private TargetLines() {}
}
