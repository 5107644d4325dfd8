package io.browseragent.it;

import static io.restassured.RestAssured.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever breaks, nobody waits in vain, nothing is left behind, and work goes on as soon as it can. */
class FaultIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration AT_ONCE = Duration.ofSeconds(1);
    /** Detection of silence takes three seconds and a heartbeat or two. */
    private static final Duration DETECTION = Duration.ofSeconds(8);

    private static TestBrowser browser;
    private static TestService service;

    @BeforeAll
    static void start() {
        browser = TestBrowser.headless();
        service = TestService.start(browser);
    }

    @AfterAll
    static void stop() {
        service.close();
        browser.close();
    }

    @BeforeEach
    void everythingIsWell() {
        if (!browser.isAlive()) {
            browser.restart();
        }
        awaitState(service, "connected");
        await("no clients").until(() -> clients(service) == 0);
    }

    @Test
    void aKilledBrowserIsToldAtOnceAndItsSuccessorIsFoundAlone() throws Exception {
        String oldId = browser.webSocketUrl();
        CdpSocket client = browserSocket(service);
        JsonNode tab = json(service, "PUT", "/json/new");
        CdpSocket page = CdpSocket.connect(tab.get("webSocketDebuggerUrl").asText());
        page.send(null, "Runtime.evaluate", "expression", "new Promise(() => {})", "awaitPromise", true);

        browser.kill();

        CdpSocket.Closing closing = within(AT_ONCE, client::awaitClosing);
        assertThat(closing.code()).isEqualTo(1001);
        assertThat(closing.reason()).contains("browser");
        assertThat(within(AT_ONCE, page::awaitClosing).code()).isEqualTo(1001);
        awaitState(service, "no_browser");
        get(service.restUrl() + "/health").then().statusCode(200);
        assertThat(get(service.restUrl() + "/health").<Boolean>path("brave")).isFalse();
        JsonNode version = within(AT_ONCE, () -> json(service, "GET", "/json/version"));
        assertThat(version.get("Browser").asText()).startsWith("Chrome/");
        assertThat(version.has("Browser-Agent-Status")).isTrue();
        RawSocket.Answer refused = within(AT_ONCE, () -> http(service, "PUT", "/json/new"));
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.body()).contains("port " + browser.port());
        assertThatThrownBy(() -> browserSocket(service)).hasMessageContaining("503");

        browser.restart();

        awaitState(service, "connected");
        assertThat(browser.webSocketUrl()).isNotEqualTo(oldId);
        assertThat(get(service.restUrl() + "/status").<Integer>path("tabs.size()"))
                .isZero();
        assertThat(http(service, "GET", "/json/close/" + tab.get("id").asText()).status())
                .isEqualTo(404);
        try (CdpSocket again = browserSocket(service)) {
            workIn(again);
        }
        assertThat(json(service, "GET", "/json/version").has("Browser-Agent-Status"))
                .isFalse();
    }

    @Test
    void aBrowserThatStopsHoldsNobodyUpAndGoesOnWhereItWas() throws Exception {
        try (CdpSocket client = browserSocket(service)) {
            client.call("Browser.getVersion");
            int tabs = browser.tabs().size();
            browser.pause();
            try {
                for (String path : new String[] {"/health", "/status"}) {
                    assertThat(within(
                                    AT_ONCE, () -> get(service.restUrl() + path).statusCode()))
                            .isEqualTo(200);
                }
                assertThat(within(
                                AT_ONCE,
                                () -> http(service, "GET", "/json/version").status()))
                        .isEqualTo(200);
                int waiting = client.send(null, "Browser.getVersion");
                client.ping();
                await("a pong").atMost(AT_ONCE).until(() -> client.pongs() == 1);

                await("detection").atMost(DETECTION).until(() -> "not_answering".equals(state(service)));
                assertThat(get(service.restUrl() + "/health").<Boolean>path("brave"))
                        .isFalse();
                RawSocket.Answer refused = within(Duration.ofMillis(1_500), () -> http(service, "PUT", "/json/new"));
                assertThat(refused.status()).isEqualTo(503);
                assertThat(refused.body()).isNotBlank();
                within(Duration.ofMillis(1_500), () -> {
                    assertThatThrownBy(() -> browserSocket(service)).hasMessageContaining("503");
                    return null;
                });
                client.ping();
                await("a second pong").atMost(AT_ONCE).until(() -> client.pongs() == 2);
                assertThat(within(
                                AT_ONCE,
                                () -> get(service.restUrl() + "/status").statusCode()))
                        .isEqualTo(200);

                browser.resume();
                assertThat(client.awaitReply(waiting, "the waiting call").has("result"))
                        .isTrue();
            } finally {
                browser.resume();
            }
            awaitState(service, "connected");
            // The refused PUT /json/new was carried out when the browser went on, and undone.
            await("no tab left over").until(() -> browser.tabs().size() == tabs);
            workIn(client);
        }
    }

    @Test
    void aBrokenConnectionOfOneClientIsNobodyElses() throws Exception {
        try (TcpRelay relay = TcpRelay.to(browser.port());
                TestService behind = TestService.start(relay.port(), Map.of());
                CdpSocket lucky = browserSocket(behind);
                CdpSocket unlucky = browserSocket(behind)) {
            workIn(lucky);
            String tab = workIn(unlucky);
            unlucky.send(null, "Target.getTargets");

            relay.cutNewest();

            assertThat(within(AT_ONCE, unlucky::awaitClosing).code()).isEqualTo(1001);
            assertThat(lucky.isOpen()).isTrue();
            assertThat(state(behind)).isEqualTo("connected");
            workIn(lucky);
            await("the tab of the one who was cut off")
                    .until(() -> browser.tabs().stream()
                            .noneMatch(open -> open.get("id").asText().equals(tab)));
            try (CdpSocket again = browserSocket(behind)) {
                workIn(again);
            }
        }
    }

    @Test
    void aClientMayDieAtAnyMomentAndLeavesNoTab() {
        int tabs = browser.tabs().size();
        Random random = new Random(7);
        String path = socketPath(service);
        byte[] create = RawSocket.frame(
                RawSocket.TEXT,
                true,
                true,
                "{\"id\":1,\"method\":\"Target.createTarget\",\"params\":{\"url\":\"about:blank\"}}"
                        .getBytes(java.nio.charset.StandardCharsets.UTF_8));
        for (int i = 0; i < 60; i++) {
            RawSocket socket = RawSocket.webSocket(service.proxyPort(), path);
            // Any part of the command, or all of it and a part of the answer.
            int part = random.nextInt(2 * create.length);
            socket.send(java.util.Arrays.copyOf(create, Math.min(part, create.length)));
            if (part > create.length * 3 / 2) {
                socket.readFrame();
            }
            if (i % 2 == 0) {
                socket.reset();
            } else {
                socket.close();
            }
        }
        await("all clients and tabs to be gone").atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            assertThat(clients(service)).isZero();
            assertThat(browser.tabs()).hasSize(tabs);
        });
    }

    @Test
    void aThousandConnectionsLeaveNothingBehind() {
        String path = socketPath(service);
        connectAndAbort(path, 200); // so that pools and compiled code are there
        await("the first clients to be gone").until(() -> clients(service) == 0);
        int sockets = service.openSockets();
        int threads = service.threads();
        long rss = service.rssBytes();

        connectAndAbort(path, 1_000);

        await("everything to be as before").atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            assertThat(clients(service)).isZero();
            assertThat(service.openSockets()).isLessThanOrEqualTo(sockets + 4);
            assertThat(service.threads()).isLessThanOrEqualTo(threads + 4);
            assertThat(service.rssBytes()).isLessThan(rss + (40L << 20));
        });
    }

    @Test
    void withoutABrowserItWaitsAndIsReadyWhenOneAppears() throws Exception {
        try (TestBrowser late = TestBrowser.headless()) {
            late.kill();
            try (TestService waiting = TestService.startWithoutBrowser(late.port(), Map.of())) {
                assertThat(waiting.awaitLine("waiting"))
                        .contains("http://127.0.0.1:" + waiting.proxyPort())
                        .contains("http://127.0.0.1:" + waiting.restPort())
                        .contains("port " + late.port());
                assertThat(state(waiting)).isEqualTo("no_browser");
                assertThat(within(
                                AT_ONCE, () -> http(waiting, "PUT", "/json/new").status()))
                        .isEqualTo(503);
                assertThat(json(waiting, "GET", "/json/version")
                                .get("webSocketDebuggerUrl")
                                .asText())
                        .startsWith("ws://");
                assertThat(waiting.output()).doesNotContain("\nready");

                late.restart();

                assertThat(waiting.awaitLine("ready")).contains("Chrome/");
                try (CdpSocket client = browserSocket(waiting)) {
                    workIn(client);
                }
            }
        }
    }

    @Test
    void somethingThatIsNoBrowserIsNamedAndDoesNoHarm() throws Exception {
        try (TestPages other = TestPages.start();
                TestService confused = TestService.startWithoutBrowser(other.port(), Map.of())) {
            awaitState(confused, "not_a_browser");
            assertThat(confused.output()).contains("BROKER_UPSTREAM_PORT");
            RawSocket.Answer refused = within(AT_ONCE, () -> http(confused, "PUT", "/json/new"));
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body()).contains("BROKER_UPSTREAM_PORT");
            assertThat(within(
                            AT_ONCE,
                            () -> http(confused, "GET", "/json/version").status()))
                    .isEqualTo(200);
        }
    }

    /** Opens a tab and evaluates in it; gives its id. */
    private static String workIn(CdpSocket client) {
        String target = client.call("Target.createTarget", "url", "about:blank")
                .get("targetId")
                .asText();
        String session = client.call("Target.attachToTarget", "targetId", target, "flatten", true)
                .get("sessionId")
                .asText();
        assertThat(client.callIn(session, "Runtime.evaluate", "expression", "6 * 7")
                        .at("/result/value")
                        .asInt())
                .isEqualTo(42);
        return target;
    }

    private static void connectAndAbort(String path, int times) {
        for (int i = 0; i < times; i++) {
            RawSocket socket = RawSocket.webSocket(service.proxyPort(), path);
            if (i % 3 == 0) {
                socket.sendText("{\"id\":1,\"method\":\"Browser.getVersion\"}");
            }
            socket.reset();
        }
    }

    private static <T> T within(Duration limit, Callable<T> work) throws Exception {
        long began = System.nanoTime();
        T result = work.call();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(limit);
        return result;
    }

    private static CdpSocket browserSocket(TestService at) {
        return CdpSocket.connect("ws://127.0.0.1:" + at.proxyPort() + socketPath(at));
    }

    private static String socketPath(TestService at) {
        return json(at, "GET", "/json/version")
                .get("webSocketDebuggerUrl")
                .asText()
                .replaceFirst("ws://[^/]+", "");
    }

    private static void awaitState(TestService at, String state) {
        await("the link to be " + state)
                .atMost(Duration.ofSeconds(15))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> state.equals(state(at)));
    }

    private static String state(TestService at) {
        return get(at.restUrl() + "/status").path("browser.state");
    }

    private static int clients(TestService at) {
        return get(at.restUrl() + "/status").path("clients");
    }

    private static RawSocket.Answer http(TestService at, String verb, String path) {
        return RawSocket.http(at.proxyPort(), verb, path);
    }

    private static JsonNode json(TestService at, String verb, String path) {
        RawSocket.Answer answer = http(at, verb, path);
        try {
            return JSON.readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw new AssertionError(answer.toString(), e);
        }
    }
}
