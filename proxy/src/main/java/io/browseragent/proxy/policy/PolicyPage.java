package io.browseragent.proxy.policy;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Renders the two tables as {@code docs/cdp-policy.md}. */
public final class PolicyPage {

    private static final String INTRODUCTION = """
            # What becomes of each CDP command

            Made from the tables in package `io.browseragent.proxy.policy`; do not edit it by hand. To change what becomes of
            a command, change its line in `TargetLines`, `BrowserLines`, `StorageLines` or `PageLines`, and write this page
            anew with the command that the failing test names.

            An exact name beats `Domain.*`, and `Domain.*` stands for the methods of Chromium 156 alone. What is not
            listed, or came with a later Chrome, is hidden: `-32601 'X.y' wasn't found`.

            The four columns are what the session is attached to: the browser, a page or iframe, a tab (the target around a
            page), or a worker of any kind. *pass*: goes to the browser as it is. *answer*: answered by the broker, from what
            the client owns. *swallow*: answered with success and not done. *refuse*: answered with an error, in Chrome's
            words where it has them. *hide*: as if the browser did not know it.

            ## Commands

            | command | browser | page | tab | worker | why |
            |---|---|---|---|---|---|
            """;

    private static final String EVENTS = """

            ## Events

            A client's connection has only its own sessions, so events pass, but for these. `Target` events are told from
            what the client owns; those of downloads only if a page of its own began them.

            | event | what passes | why |
            |---|---|---|
            """;

    private PolicyPage() {}

    public static String render() {
        String commands = CommandPolicies.LINES.stream()
                .map(line -> "| `" + line.method() + "` | "
                        + Arrays.stream(SessionKind.values())
                                .map(kind -> line.treatments().get(kind).name())
                                .collect(Collectors.joining(" | "))
                        + " | " + line.reason() + " |\n")
                .collect(Collectors.joining());
        Map<String, EventFilter.EventLine> events = new TreeMap<>(EventFilter.lines());
        String eventLines = events.entrySet().stream()
                .map(event -> "| `" + event.getKey() + "` | "
                        + (event.getValue().list().isEmpty()
                                ? "nothing"
                                : "`" + event.getValue().list() + "` of own sites")
                        + " | " + event.getValue().reason() + " |\n")
                .collect(Collectors.joining());
        return INTRODUCTION + commands + EVENTS + eventLines;
    }

    /** Whether a command has a line of its own, beyond that of its domain. */
    public static boolean hasOwnLine(String method) {
        return CommandPolicies.LINES.stream().anyMatch(line -> line.method().equals(method));
    }

    /** Whether a command is in the protocol that the table was made for. */
    public static boolean isKnown(String method) {
        return CommandPolicies.KNOWN.contains(method);
    }
}
