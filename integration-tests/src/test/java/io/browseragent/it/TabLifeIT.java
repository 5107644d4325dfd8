package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How a client comes to its tabs, and how it and they go. */
class TabLifeIT extends SharedBrowser {

    @Test
    void aClientThatLooksForTheFirstTimeGetsOneTab() {
        try (CdpClient client = client()) {
            client.discover(true);
            List<JsonNode> told = client.socket().received().stream()
                    .takeWhile(message -> !message.has("id"))
                    .toList();
            assertThat(told)
                    .as("told before the reply")
                    .filteredOn(event -> event.path("method").asText().equals("Target.targetCreated"))
                    .extracting(event -> event.at("/params/targetInfo/type").asText())
                    .containsExactly("browser", "tab", "page");
            assertThat(client.pages()).hasSize(1);
            assertThat(client.pages()).as("the second time").hasSize(1);
        }
    }

    /** chromedriver: asks the list until there is a page, then wants tab targets on a websocket. */
    @Test
    void whatWasListedOverHttpIsTakenUpByTheBrowserSocketThatFollows() {
        String listed = CdpClient.get(service.proxyPort(), "/json/list")
                .get(0)
                .get("id")
                .asText();
        try (CdpClient client = client()) {
            JsonNode targets = client.call(
                    "Target.getTargets",
                    "filter",
                    List.of(
                            Map.of("exclude", true, "type", "browser"),
                            Map.of("exclude", true, "type", "page"),
                            Map.of("exclude", false)));
            assertThat(client.pages()).containsExactly(listed);
            String tab = targets.at("/targetInfos/0/targetId").asText();
            assertThat(targets.at("/targetInfos/0/type").asText()).isEqualTo("tab");
            String session = client.attach(tab);
            client.autoAttachIn(session, false);
            client.socket()
                    .awaitEvent(
                            "Target.attachedToTarget",
                            params -> params.at("/targetInfo/targetId").asText().equals(listed));
        }
        CdpClient.get(service.proxyPort(), "/json/version");
        RawSocket.http(service.proxyPort(), "GET", "/json/close/" + listed);
        human.awaitGone(listed);
    }

    /** taiko: several sockets of one page, a tab made on one of them, found again in the list. */
    @Test
    void whatAPageSocketOpensIsListedForTheSameSession() {
        String listed = CdpClient.get(service.proxyPort(), "/json/list")
                .get(0)
                .get("id")
                .asText();
        try (CdpSocket one = CdpClient.page(service.proxyPort(), listed);
                CdpSocket two = CdpClient.page(service.proxyPort(), listed)) {
            String made = one.call("Target.createTarget", "url", "about:blank")
                    .get("targetId")
                    .asText();
            assertThat(CdpClient.get(service.proxyPort(), "/json/list").findValuesAsText("id"))
                    .contains(listed, made);
            assertThat(two.call("Target.getTargets").findValuesAsText("targetId"))
                    .contains(made);
            RawSocket.http(service.proxyPort(), "GET", "/json/close/" + made);
        }
        RawSocket.http(service.proxyPort(), "GET", "/json/close/" + listed);
        human.awaitGone(listed);
    }

    @Test
    void twoSessionsOfTheSystemHaveTwoLists() {
        try (OtherSession other = OtherSession.to(service.proxyPort())) {
            String mine = CdpClient.get(service.proxyPort(), "/json/list")
                    .get(0)
                    .get("id")
                    .asText();
            String others =
                    CdpClient.get(other.port(), "/json/list").get(0).get("id").asText();

            assertThat(others).isNotEqualTo(mine);
            assertThat(CdpClient.get(other.port(), "/json/list").findValuesAsText("id"))
                    .containsExactly(others);
            assertThat(RawSocket.http(other.port(), "GET", "/json/close/" + mine)
                            .status())
                    .isEqualTo(404);
            RawSocket.http(other.port(), "GET", "/json/close/" + others);
            RawSocket.http(service.proxyPort(), "GET", "/json/close/" + mine);
            awaitClosed(Set.of(mine, others));
        }
    }

    @Test
    void browserCloseClosesThatClientsTabsAlone() {
        try (CdpClient staying = client()) {
            String kept = staying.create("about:blank");
            String closed;
            try (CdpClient leaving = client()) {
                closed = leaving.create("about:blank");
                leaving.call("Browser.close");
                leaving.socket().awaitClosing();
            }
            human.awaitGone(closed);
            assertThat(human.ids()).contains(kept, humansTab);
            assertThat(staying.evaluate(staying.attach(kept), "1").asInt()).isEqualTo(1);
        }
    }

    @Test
    void aKilledClientsTabsCloseAndItsPausedRequestsEnd() {
        try (OtherSession other = OtherSession.to(service.proxyPort());
                CdpClient staying = client()) {
            CdpClient killed = CdpClient.connect(other.port());
            String tab = killed.create(host("a", "/blank"));
            String session = killed.attach(tab);
            killed.awaitTitle(session, "Blank");
            killed.callIn(session, "Fetch.enable");
            killed.socket().send(session, "Page.navigate", "url", host("a", "/own"));
            killed.socket().awaitEvent("Fetch.requestPaused");

            other.kill();

            human.awaitGone(tab);
            String next = staying.create(host("a", "/own"));
            staying.awaitTitle(staying.attach(next), "Own");
        }
    }

    @Test
    void tabsThatACrashLeftBehindAreClosedAtTheNextStartAndNoOthers() throws IOException {
        try (TestService crashing = TestService.start(browser, Map.of())) {
            CdpClient client = CdpClient.connect(crashing.proxyPort());
            String left = client.create("about:blank");
            String humansNew = browser.openTab("about:blank");
            Path journal = crashing.home().resolve("owned-tabs.json");
            await("the tab to be noted")
                    .until(() ->
                            Files.exists(journal) && Files.readString(journal).contains(left));

            ProcessHandle.of(crashing.pid()).orElseThrow().destroyForcibly();
            await("the service to be dead").until(() -> !crashing.isAlive());
            assertThat(human.ids()).contains(left);
            crashing.restart();

            human.awaitGone(left);
            assertThat(human.ids()).contains(humansNew, humansTab);
            browser.closeTab(humansNew);
            await("the note to be empty").until(() -> !Files.readString(journal).contains(left));
        }
        human.call("Target.activateTarget", "targetId", humansTab);
    }

    @Test
    void contextsHaveListsOfTheirOwnAndCloseWithTheirTabs() {
        try (CdpClient client = client();
                CdpClient other = client()) {
            String context = client.call("Target.createBrowserContext")
                    .get("browserContextId")
                    .asText();
            assertThat(other.call("Target.getBrowserContexts").toString()).doesNotContain(context);
            String tab = client.call("Target.createTarget", "url", "about:blank", "browserContextId", context)
                    .get("targetId")
                    .asText();
            assertThat(client.targets())
                    .filteredOn(info -> info.get("targetId").asText().equals(tab))
                    .allMatch(info -> info.get("browserContextId").asText().equals(context));
            assertThat(human.call("Target.getBrowserContexts").get("browserContextIds"))
                    .as("real ones")
                    .isEmpty();

            client.call("Target.disposeBrowserContext", "browserContextId", context);

            human.awaitGone(tab);
        }
    }

    @Test
    void oneWhoNeverLetsHisTabRunHoldsNobodyElses() {
        String held;
        try (CdpClient pausing = client();
                CdpClient other = client()) {
            pausing.autoAttach(true, true);
            held = pausing.create(host("a", "/own"));
            String tab = other.create(host("a", "/blank"));
            other.awaitTitle(other.attach(tab), "Blank");
        }
        human.awaitGone(held);
    }

    @Test
    void aScriptThatIsAddedBeforeTheTabRunsIsSeenByItsFirstDocument() {
        try (CdpClient client = client()) {
            client.autoAttach(true, true);
            String tab = client.create(host("a", "/blank"));
            JsonNode attached = client.socket()
                    .awaitEvent(
                            "Target.attachedToTarget",
                            params -> params.at("/targetInfo/targetId").asText().equals(tab));
            assertThat(attached.at("/params/waitingForDebugger").asBoolean()).isTrue();
            String session = attached.at("/params/sessionId").asText();
            client.callIn(session, "Page.enable");
            client.callIn(session, "Page.addScriptToEvaluateOnNewDocument", "source", "window.early = document.title");
            assertThat(pages.requests("/blank")).isEmpty();

            client.callIn(session, "Runtime.runIfWaitingForDebugger");

            client.awaitTitle(session, "Blank");
            assertThat(client.evaluate(session, "window.early").asText()).isEmpty();
            assertThat(client.evaluate(session, "typeof window.early").asText()).isEqualTo("string");
        }
    }

    @Test
    void aPopupIsItsOpenersClients() {
        try (CdpClient client = client();
                CdpClient other = client()) {
            other.discover(true);
            client.discover(true);
            client.autoAttach(true, false);
            String tab = client.create(host("a", "/blank"));
            String session = client.attach(tab);
            client.awaitTitle(session, "Blank");
            client.socket()
                    .send(
                            session,
                            "Runtime.evaluate",
                            "expression",
                            "void window.open('/blank?popup')",
                            "userGesture",
                            true);

            JsonNode popup = client.socket()
                    .awaitEvent(
                            "Target.attachedToTarget",
                            params -> params.at("/targetInfo/openerId").asText().equals(tab));
            String popupSession = popup.at("/params/sessionId").asText();
            client.awaitTitle(popupSession, "Blank");
            assertNeverNamed(
                    other.socket(),
                    Set.of(popup.at("/params/targetInfo/targetId").asText()));
        }
        await("the tabs to close")
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(human.pages()).hasSize(2));
        human.call("Target.activateTarget", "targetId", humansTab);
    }
}
