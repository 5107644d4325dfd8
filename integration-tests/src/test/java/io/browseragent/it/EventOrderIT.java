package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A client is told of its targets in Chrome's order: everything is done once at a browser with one blank tab and once
 * through the broker, whose browser has the human's tab besides, and what was said is compared. REPORTS 54.
 */
class EventOrderIT extends SharedBrowser {
    /**
     * Where the broker differs from Chrome, or Chrome from itself from run to run. Both records are changed like this
     * before they are compared.
     */
    private record Deviation(String pattern, String replacement, String reason) {}

    private static final List<Deviation> DEVIATIONS = List.of(
            new Deviation("(?m)^reply Target.closeTarget\n", "", "Chrome answers before the events or after them"),
            new Deviation(
                    "(?m)^detached in .*\n", "", "Chrome says Inspector.detached before the target's events or after"),
            new Deviation(
                    "(tab\\d+) opened by page\\d+",
                    "$1",
                    "Chrome names the opener of a popup's tab with the next change, the broker at once"),
            new Deviation(
                    "(targetCreated page.*)\n(attachedToTarget tab.*)",
                    "$2\n$1",
                    "the broker tells a tab and its page together, when both are known"),
            new Deviation(
                    "(detachedFromTarget tab.*)\n(targetDestroyed page.*)",
                    "$2\n$1",
                    "of a session and of the registry, at the end of both, the broker hears on two connections"),
            new Deviation("(?m)^reply Runtime.evaluate\n", "", "has a test of its own"));

    @AutoClose
    private static TestBrowser plain;

    @BeforeAll
    static void startPlainChrome() {
        plain = TestBrowser.headless();
    }

    /** How a client watches. */
    private enum Watching {
        NOTHING(false, false),
        DISCOVERING(true, false),
        LIKE_PLAYWRIGHT(false, true),
        LIKE_PUPPETEER(true, true),
        ATTACHING_WITHOUT_PAUSE(true, true);

        private final boolean discovers;
        private final boolean attaches;

        Watching(boolean discovers, boolean attaches) {
            this.discovers = discovers;
            this.attaches = attaches;
        }

        void begin(EventOrder client) {
            if (discovers) {
                client.call(null, "Target.setDiscoverTargets", "discover", true, "filter", CdpClient.ALL);
            }
            if (attaches) {
                List<Object> parameters = new ArrayList<>(List.of(
                        "autoAttach",
                        true,
                        "flatten",
                        true,
                        "waitForDebuggerOnStart",
                        this != ATTACHING_WITHOUT_PAUSE));
                if (this == LIKE_PUPPETEER) {
                    parameters.addAll(List.of("filter", CdpClient.TABS));
                }
                client.call(null, "Target.setAutoAttach", parameters.toArray());
                client.event("Target.attachedToTarget", EventOrderIT::isPage);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Watching.class)
    void existingTargetsAreToldInChromesOrder(Watching watching) {
        compare(watching, client -> {});
    }

    @ParameterizedTest
    @EnumSource(Watching.class)
    void aTabIsCreatedAttachedDetachedAndClosedInChromesOrder(Watching watching) {
        compare(watching, client -> {
            String page = create(client, watching);
            String session = attachToLoaded(client, page);
            client.call(null, "Target.detachFromTarget", "sessionId", session);
            close(client, watching, page);
        });
    }

    /** As chromedriver does it. */
    @ParameterizedTest
    @EnumSource(Watching.class)
    void aTabIsCreatedByItsTabTargetInChromesOrder(Watching watching) {
        compare(watching, client -> {
            String tab = client.call(
                            null, "Target.createTarget", "url", "about:blank", "forTab", true, "background", true)
                    .get("targetId")
                    .asText();
            if (watching.attaches) {
                client.line(0, "attachedToTarget page2");
            }
            String session = attach(client, tab);
            client.call(null, "Target.detachFromTarget", "sessionId", session);
            int before = client.lines().size();
            client.call(null, "Target.closeTarget", "targetId", tab);
            if (watching.discovers) {
                client.line(before, "targetDestroyed tab2");
            } else if (watching.attaches) {
                client.line(before, "detachedFromTarget page2");
            }
        });
    }

    /** But for the reply of the call that opened it, which may come before (ADR 10). */
    @ParameterizedTest
    @EnumSource(
            value = Watching.class,
            names = {"DISCOVERING", "LIKE_PLAYWRIGHT", "LIKE_PUPPETEER", "ATTACHING_WITHOUT_PAUSE"})
    void aPopupComesInChromesOrder(Watching watching) {
        compare(watching, client -> {
            String page = create(client, watching);
            String session = attachToLoaded(client, page);
            client.call(session, "Runtime.evaluate", "expression", "void open('/second')", "userGesture", true);
            String popup = client.event(
                            watching.attaches ? "Target.attachedToTarget" : "Target.targetCreated",
                            params -> isPage(params)
                                    && params.at("/targetInfo/openerId")
                                            .asText()
                                            .equals(page))
                    .at("/targetInfo/targetId")
                    .asText();
            close(client, watching, popup);
            client.call(null, "Target.detachFromTarget", "sessionId", session);
            close(client, watching, page);
        });
        human.call("Target.activateTarget", "targetId", humansTab);
    }

    private static String create(EventOrder client, Watching watching) {
        String page = client.call(null, "Target.createTarget", "url", host("order", "/blank"))
                .get("targetId")
                .asText();
        if (watching.attaches) {
            client.event(
                    "Target.attachedToTarget",
                    params -> isPage(params)
                            && params.at("/targetInfo/targetId").asText().equals(page));
        }
        return page;
    }

    private static String attach(EventOrder client, String target) {
        return client.call(null, "Target.attachToTarget", "targetId", target, "flatten", true)
                .get("sessionId")
                .asText();
    }

    private static String attachToLoaded(EventOrder client, String page) {
        String session = attach(client, page);
        client.awaitTitle(session, "Blank");
        return session;
    }

    /** Closes, and waits for the last that is told of it. */
    private static void close(EventOrder client, Watching watching, String page) {
        int before = client.lines().size();
        client.call(null, "Target.closeTarget", "targetId", page);
        if (watching.discovers) {
            client.line(before, "targetDestroyed", page, "tab");
        } else if (watching.attaches) {
            client.line(before, "detachedFromTarget", page, "page");
        }
    }

    /** What was closed before may be on its way out. */
    private static void awaitOneBlankTab() {
        try (CdpClient looking = CdpClient.connect(plain.port())) {
            await("one tab alone").until(() -> looking.pages().size() == 1);
        }
    }

    private static boolean isPage(JsonNode params) {
        return params.at("/targetInfo/type").asText().equals("page");
    }

    private static void compare(Watching watching, Consumer<EventOrder> scenario) {
        String chromes = record(plain.port(), watching, scenario);
        String ours = record(service.proxyPort(), watching, scenario);
        assertThat(ours).isEqualTo(chromes);
    }

    /** Chrome announces targets that are there in no order of its own: two runs of it differ. */
    private static List<String> presentFirst(List<String> lines) {
        List<String> ordered = new ArrayList<>(lines);
        int told = ordered.indexOf("reply Target.setDiscoverTargets");
        if (told > 0) {
            Collections.sort(ordered.subList(0, told));
        }
        return ordered;
    }

    private static String record(int port, Watching watching, Consumer<EventOrder> scenario) {
        awaitOneBlankTab();
        try (EventOrder client = new EventOrder(port, watching == Watching.LIKE_PUPPETEER)) {
            watching.begin(client);
            client.call(null, "Target.getTargets");
            scenario.accept(client);
            String text = String.join("\n", presentFirst(client.lines())) + "\n";
            for (Deviation deviation : DEVIATIONS) {
                text = text.replaceAll(deviation.pattern(), deviation.replacement());
            }
            return text;
        }
    }
}
