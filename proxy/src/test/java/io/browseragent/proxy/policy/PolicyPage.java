package io.browseragent.proxy.policy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes the page of the policy from the tables. */
final class PolicyPage {

    private static final String UPDATE =
            "mvn -q test -pl proxy -am -Dtest=PolicyPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dupdate";

    private static final String HEAD = """
            # What becomes of each CDP command

            This page is made from the tables in `proxy/…/policy` by `PolicyPageTest`; do not edit it.

            Every command of a client is looked up in a table, by its name and by what its session is attached to: the
            browser, a page (or an iframe), a tab (the target around a page) or a worker of any kind. A line for the
            method itself beats the one of its domain, `Domain.*`, which is for the methods of that domain that
            Chromium 156 knows. Whatever has neither is hidden, so that a command of a later Chrome does nothing until
            somebody has given it a line.

            To change a fate, edit its one line in `TargetLines`, `BrowserLines`, `StorageLines` or `PageLines`, with
            the reason as its last word; then write this page anew with

                %s

            | word | the command |
            |---|---|
            | pass | goes on to the browser unchanged |
            | pass if … | goes on where the condition holds; else it is answered as Chrome answers for what does not exist |
            | pass if `x` is left out | goes on without that parameter |
            | hide | is answered as an unknown one: `-32601 'X.y' wasn't found` |
            | refuse | is answered with that error |
            | swallow | is answered with success, and not done |
            | answer `{…}` | is always answered so |
            | answer here | is answered from what the client owns |
            | end the client | is answered with success; then its connection ends and its tabs close |

            "Own" is what this client opened, and what came of it: popups, frames, workers. An own site is one that an
            own tab or frame shows at the moment. An own context is left out of what goes on, for the browser does not know
            it. A command that names a parameter twice, is longer than 4 MB or has more than 20,000 values and names is
            refused where its parameters are read.

            ## Commands
            """;

    private static final String EVENTS = """

            ## Events

            A client's connection carries only the events of its own sessions, which pass, but for the events of `Target`
            and of downloads, which are told from what the client owns, and for these:

            | event | what the client gets | why |
            |---|---|---|
            """;

    private final StringBuilder page = new StringBuilder(HEAD.formatted(UPDATE));

    private PolicyPage() {}

    /** How to write it anew. */
    static String update() {
        return UPDATE;
    }

    static String text() {
        PolicyPage page = new PolicyPage();
        Map<String, List<Line>> domains = CommandPolicies.LINES.stream()
                .collect(Collectors.groupingBy(Line::domain, TreeMap::new, Collectors.toList()));
        domains.forEach(page::domain);
        page.page.append(EVENTS);
        new TreeMap<>(EventFilter.lines())
                .forEach((event, line) -> page.row("`" + event + "`", gets(line), line.reason()));
        return page.page.toString();
    }

    private void domain(String name, List<Line> lines) {
        page.append("\n### ")
                .append(name)
                .append("\n\n| method | browser | page | tab | worker | why |\n|---|---|---|---|---|---|\n");
        for (Line line : lines) {
            row(
                    "`" + line.method() + "`",
                    treatment(line, SessionKind.BROWSER),
                    treatment(line, SessionKind.PAGE),
                    treatment(line, SessionKind.TAB),
                    treatment(line, SessionKind.WORKER),
                    line.reason());
        }
    }

    private static String treatment(Line line, SessionKind kind) {
        return line.treatments().get(kind).name();
    }

    private static String gets(EventFilter.EventLine line) {
        if (line.site().isEmpty()) {
            return "nothing";
        }
        return line.list().isEmpty()
                ? "the event if `" + line.site() + "` is an own site"
                : "`" + line.list() + "` of own sites, by `" + line.site() + "`";
    }

    private void row(String... cells) {
        for (String cell : cells) {
            page.append("| ").append(cell.replace("|", "\\|")).append(' ');
        }
        page.append("|\n");
    }
}
