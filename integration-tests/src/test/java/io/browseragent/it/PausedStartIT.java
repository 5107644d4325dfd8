package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A tab that waits for its client at the start sees all that was set up meanwhile, and holds nobody else. REPORTS 10.
 *
 * <p>A popup is told of as waiting but is not held: its first document may miss what is set up for it (ADR 10).
 */
class PausedStartIT extends SharedBrowser {
    private static final String EARLY = "<p id=out></p><script>out.textContent = window.early ?? 'late'</script>";

    @BeforeAll
    static void addEarlyPage() {
        pages.page("/early", "Early", EARLY);
    }

    @Test
    void realClientsReachTheFirstDocument() {
        NodeClient.run(
                        "first-document.mjs",
                        Duration.ofSeconds(110),
                        Integer.toString(service.proxyPort()),
                        pages.url())
                .assertPassed();
        bringTheHumansTabBack();
    }

    /** With Puppeteer's filter Chrome holds no document: its pages go nowhere before they are set up. */
    @Test
    void whatIsSetUpBeforeTheRunIsThereForTheFirstDocument() {
        String path = "/early?paused";
        try (CdpClient client = client()) {
            String session = create(client, host("a", path));
            client.callIn(session, "Page.enable");
            client.callIn(session, "Page.addScriptToEvaluateOnNewDocument", "source", "window.early = 'early'");
            client.callIn(session, "Fetch.enable");
            assertThat(client.evaluate(session, "location.href").asText()).isEqualTo("about:blank");
            assertThat(requests(path)).isEmpty();

            client.callIn(session, "Runtime.runIfWaitingForDebugger");

            JsonNode paused = client.socket().awaitEvent("Fetch.requestPaused");
            assertThat(paused.at("/params/request/url").asText()).isEqualTo(host("a", path));
            assertThat(requests(path)).isEmpty();
            client.callIn(
                    session,
                    "Fetch.continueRequest",
                    "requestId",
                    paused.at("/params/requestId").asText());
            client.awaitValue(session, "document.getElementById('out')?.textContent ?? ''", "early");
            assertThat(requests(path)).hasSize(1);
        }
    }

    /** A client that answers the event as soon as it comes is not too early. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTabThatIsLetRunWithinTheEventLoads(boolean discovering) {
        try (CdpClient client = client()) {
            client.autoAttach(true, true);
            if (discovering) {
                client.discover(true);
            }
            for (int i = 0; i < 40; i++) {
                int seen = client.socket().received().size();
                int creating = client.socket().send(null, "Target.createTarget", "url", host("a", "/blank"));
                String session = spinForSession(client, seen);
                client.socket().send(session, "Runtime.runIfWaitingForDebugger");
                client.awaitTitle(session, "Blank");
                client.close(client.socket()
                        .awaitReply(creating, "Target.createTarget")
                        .at("/result/targetId")
                        .asText());
            }
        }
    }

    /** Puppeteer attaches to the tab alone. Chrome crashes a page that goes elsewhere before it is quite awake. */
    @Test
    void aTabThatIsLetRunByItsTabTargetLoads() {
        try (CdpClient client = client()) {
            client.call(
                    "Target.setAutoAttach",
                    "autoAttach",
                    true,
                    "waitForDebuggerOnStart",
                    true,
                    "flatten",
                    true,
                    "filter",
                    List.of(Map.of("type", "page", "exclude", true), Map.of()));
            for (int i = 0; i < 20; i++) {
                int seen = client.socket().received().size();
                int creating = client.socket().send(null, "Target.createTarget", "url", host("a" + i, "/blank"));
                client.socket().send(spinForSession(client, seen), "Runtime.runIfWaitingForDebugger");
                String page = client.socket()
                        .awaitReply(creating, "Target.createTarget")
                        .at("/result/targetId")
                        .asText();
                client.awaitTitle(client.attach(page), "Blank");
                client.close(page);
            }
        }
    }

    @Test
    void aTabThatNobodyWantsPausedLoadsAtOnce() {
        try (CdpClient client = client()) {
            String tab = client.create(host("a", "/early?unpaused"));
            client.awaitValue(client.attach(tab), "document.getElementById('out')?.textContent ?? ''", "late");
            client.autoAttach(true, false);
            String second = client.create(host("a", "/blank"));
            JsonNode attached = attachedTo(client, second);
            assertThat(attached.at("/params/waitingForDebugger").asBoolean()).isFalse();
            client.awaitTitle(attached.at("/params/sessionId").asText(), "Blank");
        }
    }

    @Test
    void oneClientsPauseHoldsNeitherAnothersTabNorTheHumans() {
        try (CdpClient pausing = client();
                CdpClient other = client()) {
            String held = create(pausing, host("a", "/early?held"));
            other.autoAttach(true, false);
            String tab = other.create(host("a", "/blank"));
            other.awaitTitle(attachedTo(other, tab).at("/params/sessionId").asText(), "Blank");
            String humans = browser.openTab(host("a", "/blank"));
            human.awaitTitle(human.attach(humans), "Blank");
            assertThat(pausing.evaluate(held, "location.href").asText()).isEqualTo("about:blank");
            assertThat(requests("/early?held")).isEmpty();
            browser.closeTab(humans);
        }
        bringTheHumansTabBack();
    }

    @Test
    void aClientThatLeavesWhileItsTabWaitsHoldsNothing() {
        try (OtherSession other = OtherSession.to(service.proxyPort())) {
            CdpClient leaving = CdpClient.connect(other.port());
            create(leaving, host("a", "/own"));
            List<String> left = List.copyOf(leaving.pages());

            other.kill();

            awaitClosed(left);
        }
        try (CdpClient next = client()) {
            String session = create(next, host("a", "/own"));
            next.callIn(session, "Runtime.runIfWaitingForDebugger");
            next.awaitTitle(session, "Own");
        }
    }

    /** A page's frames and workers wait for the client that says so, and run when it drops its session. REPORTS 10. */
    @Test
    void framesAndWorkersThatWaitRunOnceTheirClientDropsThePage() {
        try (CdpClient client = client()) {
            String tab = client.create(host("a", "/own?children"));
            String watching = client.attach(tab);
            String pausing = client.attach(tab);
            client.autoAttachIn(pausing, true);
            client.socket().send(watching, "Page.navigate", "url", host("a", "/own?again"));
            JsonNode frame = client.socket()
                    .awaitEvent(
                            "Target.attachedToTarget",
                            params -> params.at("/targetInfo/type").asText().equals("iframe")
                                    && params.path("waitingForDebugger").asBoolean());
            assertThat(frame.get("sessionId").asText()).isEqualTo(pausing);

            client.call("Target.detachFromTarget", "sessionId", pausing);

            client.awaitValue(watching, "document.readyState", "complete");
            client.awaitValue(
                    watching,
                    "new Promise(done => { const w = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));"
                            + " w.onmessage = e => done('runs') })",
                    "runs");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPopupIsToldAndCanBeUsedAndItsOpenerGoesOn(boolean pausing) {
        try (CdpClient client = client()) {
            client.autoAttach(true, pausing);
            String tab = client.create(host("a", "/blank"));
            String session = attachedTo(client, tab).at("/params/sessionId").asText();
            client.callIn(session, "Runtime.runIfWaitingForDebugger");
            client.awaitTitle(session, "Blank");
            int opening = client.socket()
                    .send(session, "Runtime.evaluate", "expression", "void open('/second')", "userGesture", true);
            JsonNode popup = client.socket()
                    .awaitEvent(
                            "Target.attachedToTarget",
                            params -> params.at("/targetInfo/openerId").asText().equals(tab));
            String popups = popup.at("/params/sessionId").asText();
            assertThat(popup.at("/params/waitingForDebugger").asBoolean()).isEqualTo(pausing);
            client.callIn(popups, "Runtime.runIfWaitingForDebugger");
            assertThat(client.socket().awaitReply(opening, "the opener").has("result"))
                    .isTrue();
            client.awaitTitle(popups, "Second");
        }
        bringTheHumansTabBack();
    }

    /** A tab that waits for its client; gives the session of its page. */
    private static String create(CdpClient client, String url) {
        client.autoAttach(true, true);
        JsonNode attached = attachedTo(client, client.create(url));
        assertThat(attached.at("/params/waitingForDebugger").asBoolean()).isTrue();
        return attached.at("/params/sessionId").asText();
    }

    /** Does not look now and then, as waiting for conditions does, but all the time. */
    private static String spinForSession(CdpClient client, int from) {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (System.nanoTime() < end) {
            List<JsonNode> received = client.socket().received();
            for (JsonNode message : received.subList(from, received.size())) {
                if (message.path("method").asText().equals("Target.attachedToTarget")) {
                    return message.at("/params/sessionId").asText();
                }
            }
            Thread.onSpinWait();
        }
        throw new AssertionError("nothing was attached");
    }

    private static JsonNode attachedTo(CdpClient client, String target) {
        return client.socket()
                .awaitEvent(
                        "Target.attachedToTarget",
                        params -> params.at("/targetInfo/targetId").asText().equals(target));
    }

    private static List<TestPages.Request> requests(String path) {
        return pages.requests(path.replaceFirst("\\?.*", "")).stream()
                .filter(request -> request.path().equals(path))
                .toList();
    }
}
