package io.browseragent.it;

import static io.restassured.RestAssured.get;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes between a client and the browser arrives whole, whatever its size and whoever else is slow. */
class PipeIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MEGA = 1 << 20;
    private static final Duration STALL = Duration.ofSeconds(3);
    private static final long RSS_LEEWAY = 300L * MEGA;

    @AutoClose
    private static TestBrowser browser;

    @AutoClose
    private static TestService service;

    @BeforeAll
    static void start() {
        browser = TestBrowser.headless();
        service = TestService.start(browser, Map.of("BROKER_CLIENT_STALL", STALL.toSeconds() + "s"));
    }

    @ParameterizedTest
    @ValueSource(ints = {64 << 10, (64 << 10) + 1, 2 * MEGA, 64 * MEGA, 99 * MEGA})
    void aMessageOfAnySizeGoesBothWays(int size) {
        try (Page page = Page.open()) {
            String sent = "x".repeat(size - 1_000) + "end";
            assertThat(page.evaluate("const s = '" + sent + "'; s.length + s.slice(-3)"))
                    .isEqualTo(sent.length() + "end");

            String received = page.evaluate("'y'.repeat(" + (size - 1_000) + ") + 'end'");
            assertThat(received.length()).isEqualTo(size - 997);
            assertThat(received).endsWith("yend");
            assertThat(page.evaluate("'still ' + 'there'")).isEqualTo("still there");
        }
    }

    @Test
    void aMessageInTenFragmentsIsOneCommand() {
        JsonNode tab = newTab();
        try (RawSocket socket = RawSocket.webSocket(service.proxyPort(), "/devtools/page/" + id(tab))) {
            byte[] message = evaluation("'fragments: ' + 'äöü'.length + 'zzzzzzzzzzzzzzzzzzzzzzzzzzz'.length");
            int part = message.length / 10 + 1;
            for (int from = 0; from < message.length; from += part) {
                int to = Math.min(message.length, from + part);
                socket.send(RawSocket.frame(
                        from == 0 ? RawSocket.TEXT : RawSocket.CONTINUATION,
                        to == message.length,
                        true,
                        Arrays.copyOfRange(message, from, to)));
                socket.send(RawSocket.frame(RawSocket.PING, true, true, (byte) from));
            }
            List<RawSocket.Frame> frames = new ArrayList<>();
            while (frames.stream().noneMatch(frame -> frame.opcode() == RawSocket.TEXT)) {
                frames.add(socket.readFrame());
            }
            assertThat(frames.get(frames.size() - 1).text()).contains("fragments: 327");
            assertThat(frames)
                    .filteredOn(frame -> frame.opcode() == RawSocket.PONG)
                    .isNotEmpty();
        } finally {
            closeTab(tab);
        }
    }

    @Test
    void aLoneSurrogateGoesBothWays() {
        try (Page page = Page.open()) {
            page.socket.sendText(
                    "{\"id\":9001,\"method\":\"Runtime.evaluate\",\"params\":{\"expression\":\"'\\ud800|'.charCodeAt(0)\"}}");
            assertThat(page.socket
                            .awaitReply(9001, "evaluate")
                            .at("/result/result/value")
                            .asInt())
                    .isEqualTo(0xd800);
            assertThat(page.evaluate("'\\ud83d' + '|' + '\\ude00'")).isEqualTo("\ud83d|\ude00");
        }
    }

    @Test
    void aReaderThatStallsIsClosedAndHarmsNobody() {
        JsonNode tab = newTab();
        try (Page other = Page.open();
                RawSocket stalled = RawSocket.open("127.0.0.1", service.proxyPort(), 16 << 10)) {
            String path = "/devtools/page/" + id(tab);
            assertThat(stalled.upgrade("127.0.0.1:" + service.proxyPort(), path).status())
                    .isEqualTo(101);
            await("both clients").until(() -> clients() == 2);
            long before = service.rssBytes();
            for (int i = 0; i < 4; i++) {
                stalled.send(RawSocket.frame(RawSocket.TEXT, true, true, evaluation("'z'.repeat(40 * 1024 * 1024)")));
            }

            Duration slowest = Duration.ZERO;
            long most = 0;
            long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (clients() == 2 && System.nanoTime() < deadline) {
                long began = System.nanoTime();
                assertThat(other.evaluate("'quick'")).isEqualTo("quick");
                Duration took = Duration.ofNanos(System.nanoTime() - began);
                slowest = took.compareTo(slowest) > 0 ? took : slowest;
                most = Math.max(most, service.rssBytes());
            }

            assertThat(clients()).as("clients after the stalled one was closed").isEqualTo(1);
            assertThat(slowest).as("held as long as the stalled one").isLessThan(STALL);
            assertThat(most - before).isLessThan(RSS_LEEWAY);
            stalled.awaitEnd();
            assertThat(other.evaluate("'still there'")).isEqualTo("still there");
        } finally {
            closeTab(tab);
        }
    }

    @Test
    void twoClientsWorkOnSeveralPagesInParallel() {
        List<CompletableFuture<Void>> work = new ArrayList<>();
        for (int client = 0; client < 2; client++) {
            for (int page = 0; page < 3; page++) {
                String mark = "client " + client + " page " + page + " call ";
                work.add(CompletableFuture.runAsync(() -> {
                    try (Page own = Page.open()) {
                        own.evaluate("window.mark = '" + mark + "'");
                        for (int i = 0; i < 200; i++) {
                            assertThat(own.evaluate("window.mark + " + i)).isEqualTo(mark + i);
                        }
                    }
                }));
            }
        }
        work.add(CompletableFuture.runAsync(PipeIT::severalSessionsOfOneSocket));
        CompletableFuture.allOf(work.toArray(CompletableFuture[]::new)).join();
    }

    private static void severalSessionsOfOneSocket() {
        try (CdpSocket socket = CdpSocket.connect(browserUrl())) {
            List<String> sessions = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                String target = socket.call("Target.createTarget", "url", "about:blank")
                        .get("targetId")
                        .asText();
                sessions.add(socket.call("Target.attachToTarget", "targetId", target, "flatten", true)
                        .get("sessionId")
                        .asText());
            }
            for (int i = 0; i < 300; i++) {
                String session = sessions.get(i % sessions.size());
                JsonNode result =
                        socket.callIn(session, "Runtime.evaluate", "expression", "(window.n ??= 0, ++window.n)");
                assertThat(result.at("/result/value").asInt()).isEqualTo(i / sessions.size() + 1);
            }
        }
    }

    @Test
    void fifteenHundredSocketsTalk() {
        String path = browserUrl().replaceFirst("ws://[^/]+", "");
        int sockets = service.openSockets();
        List<RawSocket> all = new ArrayList<>();
        try {
            for (int i = 0; i < 1_500; i++) {
                all.add(RawSocket.webSocket(service.proxyPort(), path));
            }
            for (int round = 0; round < 2; round++) {
                all.forEach(socket -> socket.sendText("{\"id\":1,\"method\":\"Browser.getVersion\"}"));
                all.forEach(socket -> assertThat(socket.readFrame().text()).contains("\"product\""));
            }
            assertThat(clients()).isEqualTo(1_500);
        } finally {
            all.forEach(RawSocket::close);
        }
        await("the sockets to be gone")
                .atMost(Duration.ofSeconds(20))
                .until(() -> clients() == 0 && service.openSockets() <= sockets + 4);
    }

    /** A tab opened over HTTP with a client of its own; both go at the end. */
    private static final class Page implements AutoCloseable {
        private final JsonNode tab;
        private final CdpSocket socket;

        private Page(JsonNode tab) {
            this.tab = tab;
            this.socket = CdpSocket.connect(tab.get("webSocketDebuggerUrl").asText());
        }

        static Page open() {
            return new Page(newTab());
        }

        String evaluate(String expression) {
            return socket.call("Runtime.evaluate", "expression", expression)
                    .at("/result/value")
                    .asText();
        }

        @Override
        public void close() {
            socket.close();
            closeTab(tab);
            await("the client to be gone").until(() -> !socket.isOpen());
        }
    }

    private static byte[] evaluation(String expression) {
        return JSON.createObjectNode()
                .put("id", 1)
                .put("method", "Runtime.evaluate")
                .set(
                        "params",
                        JSON.createObjectNode().put("expression", expression).put("returnByValue", true))
                .toString()
                .getBytes(UTF_8);
    }

    private static JsonNode newTab() {
        return json("PUT", "/json/new");
    }

    private static void closeTab(JsonNode tab) {
        RawSocket.http(service.proxyPort(), "GET", "/json/close/" + id(tab));
    }

    private static String id(JsonNode tab) {
        return tab.get("id").asText();
    }

    private static String browserUrl() {
        return json("GET", "/json/version").get("webSocketDebuggerUrl").asText();
    }

    private static int clients() {
        return get(service.restUrl() + "/status").path("clients");
    }

    private static JsonNode json(String verb, String path) {
        RawSocket.Answer answer = RawSocket.http(service.proxyPort(), verb, path);
        try {
            return JSON.readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw new AssertionError(answer.toString(), e);
        }
    }
}
