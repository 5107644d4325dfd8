package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What people have reported of programs like this one, and what no other test here has; numbers are the reports'. */
class ReportsIT extends SharedBrowser {
    private static final Duration SOON = Duration.ofSeconds(1);

    /** REPORTS 1. */
    @Test
    void aTabOfTheHumansInAnEndlessLoopDelaysNobody() {
        String tab = browser.openTab(host("loop", "/blank"));
        String session = human.attach(tab);
        human.awaitTitle(session, "Blank");
        human.socket().send(session, "Runtime.evaluate", "expression", "for(;;){}");
        assertThat(timeToATitle()).isLessThan(SOON);
        browser.closeTab(tab);
        bringTheHumansTabBack();
    }

    /** REPORTS 1. */
    @Test
    void aTabOfAnotherClientsInAnEndlessLoopDelaysNobody() {
        try (CdpClient stuck = client()) {
            String session = stuck.attach(stuck.create(host("loop", "/blank")));
            stuck.awaitTitle(session, "Blank");
            stuck.socket().send(session, "Runtime.evaluate", "expression", "for(;;){}");
            assertThat(timeToATitle()).isLessThan(SOON);
        }
    }

    /** REPORTS 2. */
    @Test
    void aStoppedRendererOfTheHumansOrAnotherClientsDelaysNobody() {
        try (CdpClient other = client();
                Renderer humans = Renderer.of(human, human, host("stopped", "/blank"));
                Renderer others = Renderer.of(human, other, host("stopped-too", "/blank"))) {
            humans.stop();
            others.stop();
            assertThat(timeToATitle()).isLessThan(SOON);
        }
        bringTheHumansTabBack();
    }

    /** REPORTS 6. */
    @Test
    void devToolsAndTheBrowsersOwnPagesAreNotSeen() {
        List<String> opened = List.of(
                browser.openTab("chrome://version"),
                browser.openTab("chrome://extensions"),
                human.call("Target.openDevTools", "targetId", humansTab)
                        .get("targetId")
                        .asText());
        Set<String> before = new HashSet<>(human.ids());
        try (CdpClient client = client()) {
            client.discover(true);
            client.autoAttach(true, true);
            assertThat(client.ids()).hasSize(2).doesNotContainAnyElementsOf(before);
            assertNeverNamed(client.socket(), before);
        }
        opened.forEach(browser::closeTab);
        bringTheHumansTabBack();
    }

    /** REPORTS 14, 15. */
    @Test
    void twoClientsThatTakeTurnsStayInTheirOwnTabs() {
        try (CdpClient a = client();
                CdpClient b = client()) {
            // Each takes the first page it is shown, as simple clients do.
            String first = a.attach(a.pages().iterator().next());
            String second = b.attach(b.pages().iterator().next());
            for (int i = 0; i < 50; i++) {
                a.callIn(first, "Page.navigate", "url", host("a", "/blank?" + i));
                b.callIn(second, "Page.navigate", "url", host("b", "/blank?" + i));
                a.awaitValue(first, "location.href", host("a", "/blank?" + i));
                b.awaitValue(second, "location.href", host("b", "/blank?" + i));
            }
        }
    }

    /** REPORTS 14, 21: several of each at the same time. */
    @Test
    void realClientsOfAllKindsWorkSideBySide() {
        List<CompletableFuture<NodeClient.Result>> clients = new ArrayList<>();
        for (String script : List.of(
                "playwright",
                "puppeteer",
                "chrome-devtools-mcp",
                "chrome-devtools-mcp",
                "agent-browser",
                "agent-browser")) {
            clients.add(CompletableFuture.supplyAsync(() -> NodeClient.run(
                    script + ".mjs", Duration.ofSeconds(120), Integer.toString(service.proxyPort()), pages.url())));
        }
        clients.forEach(client -> client.join().assertPassed());
        bringTheHumansTabBack();
    }

    /** REPORTS 25. */
    @Test
    void aSessionOfTheBrowserIsThatOfTheClientsBrowser() {
        try (CdpClient client = client();
                CdpClient other = client()) {
            String tab = client.create("about:blank");
            String others = other.create("about:blank");
            String browserSession =
                    client.call("Target.attachToBrowserTarget").get("sessionId").asText();
            assertThat(client.callIn(browserSession, "Target.getTargets").findValuesAsText("targetId"))
                    .contains(tab)
                    .doesNotContain(others, humansTab);
            String page = client.callIn(browserSession, "Target.attachToTarget", "targetId", tab, "flatten", true)
                    .get("sessionId")
                    .asText();
            assertThat(client.evaluate(page, "6 * 7").asInt()).isEqualTo(42);
        }
    }

    /** REPORTS 56. */
    @Test
    void aSessionOutlivesNavigationToOtherSites() {
        try (CdpClient client = client()) {
            String session = client.attach(client.create(host("a", "/own")));
            client.autoAttachIn(session, false);
            for (String site : List.of("a", "b", "a", "third", "a")) {
                client.callIn(session, "Page.navigate", "url", host(site, "/own?" + site));
                client.awaitValue(session, "location.host.split('.')[0] + document.title", site + "Own");
            }
            JsonNode frame = client.socket()
                    .awaitEvent(
                            "Target.attachedToTarget",
                            params -> params.at("/targetInfo/type").asText().equals("iframe"));
            client.socket()
                    .awaitEvent(
                            "Target.detachedFromTarget",
                            params -> params.path("sessionId")
                                    .asText()
                                    .equals(frame.at("/params/sessionId").asText()));
        }
    }

    /** REPORTS 57. */
    @Test
    void aTabThatTheHumanClosesIsToldAndAnotherCanBeMade() {
        try (CdpClient client = client()) {
            client.discover(true);
            String tab = client.create(host("a", "/blank"));
            String session = client.attach(tab);
            client.awaitTitle(session, "Blank");

            browser.closeTab(tab);

            client.socket()
                    .awaitEvent(
                            "Target.targetDestroyed",
                            params -> params.path("targetId").asText().equals(tab));
            client.socket()
                    .awaitEvent(
                            "Target.detachedFromTarget",
                            params -> params.path("sessionId").asText().equals(session));
            assertThatThrownBy(() -> client.evaluate(session, "1"))
                    .hasMessageContaining("Session with given id not found");
            assertThatThrownBy(() -> client.attach(tab)).hasMessageContaining("No target with given id found");
            assertThat(client.ids()).doesNotContain(tab);
            String next = client.attach(client.create(host("a", "/blank")));
            client.awaitTitle(next, "Blank");
        }
    }

    /** REPORTS 75: the whole address, also of a tab that a page socket of the same session then finds. */
    @Test
    void everyTabOfTheListHasASocketThatOpens() {
        for (JsonNode tab : CdpClient.get(service.proxyPort(), "/json/list")) {
            try (CdpSocket socket =
                    CdpSocket.connect(tab.get("webSocketDebuggerUrl").asText())) {
                assertThat(socket.call("Runtime.evaluate", "expression", "6 * 7")
                                .at("/result/value")
                                .asInt())
                        .isEqualTo(42);
            }
            RawSocket.http(
                    service.proxyPort(), "GET", "/json/close/" + tab.get("id").asText());
        }
    }

    /** Connects, opens a page and reads its title: all that a client needs to begin. */
    private static Duration timeToATitle() {
        long started = System.nanoTime();
        try (CdpClient client = client()) {
            client.autoAttach(true, false);
            client.awaitTitle(client.attach(client.create(host("a", "/blank"))), "Blank");
            return Duration.ofNanos(System.nanoTime() - started);
        }
    }
}
