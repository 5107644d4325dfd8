package io.browseragent.core.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FakeBrowserTest {

    private final FakeBrowser browser = FakeBrowser.start();

    @AfterEach
    void stop() {
        browser.close();
    }

    @Test
    void versionPageHasChromesFields() throws Exception {
        JsonNode version = json("GET", "/json/version");

        assertThat(version.fieldNames())
                .toIterable()
                .containsExactly(
                        "Browser",
                        "File-Path-Style",
                        "Protocol-Version",
                        "User-Agent",
                        "V8-Version",
                        "WebKit-Version",
                        "webSocketDebuggerUrl");
        assertThat(version.path("webSocketDebuggerUrl").asText())
                .isEqualTo("ws://127.0.0.1:" + browser.port() + "/devtools/browser/" + browser.id());
    }

    @Test
    void tabMadeByPutIsListedAndCanBeClosed() throws Exception {
        String id = json("PUT", "/json/new?https://a.example/").path("id").asText();

        assertThat(json("GET", "/json/list").findValuesAsText("id")).contains(id);
        assertThat(http("GET", "/json/new").statusCode()).isEqualTo(405);
        assertThat(http("GET", "/json/close/" + id).body()).isEqualTo("Target is closing");
        assertThat(browser.tabs()).doesNotContain(id);
        assertThat(json("GET", "/json/protocol").has("domains")).isTrue();
    }

    @Test
    void commandsAreAnsweredInChromesOrder() throws Exception {
        try (RawClient client = RawClient.open(browser.port(), browser.browserPath())) {
            assertThat(client.status()).isEqualTo(101);
            client.send("{\"id\":1,\"method\":\"Target.setDiscoverTargets\",\"params\":{\"discover\":true}}");
            assertThat(client.message()).startsWith("{\"method\":\"Target.targetCreated\"");
            assertThat(client.message()).isEqualTo("{\"id\":1,\"result\":{}}");

            client.send("{\"id\":2,\"method\":\"Target.createTarget\",\"params\":{\"url\":\"about:blank\"}}");
            assertThat(client.message()).startsWith("{\"method\":\"Target.targetCreated\"");
            String created = client.message();
            String tab = FakeCall.JSON.readTree(created).at("/result/targetId").asText();
            assertThat(client.message()).startsWith("{\"method\":\"Target.targetInfoChanged\"");

            client.send("{\"id\":3,\"method\":\"Target.attachToTarget\",\"params\":{\"targetId\":\"" + tab
                    + "\",\"flatten\":true}}");
            String session = FakeCall.JSON
                    .readTree(client.messageWith("\"id\":3"))
                    .at("/result/sessionId")
                    .asText();
            client.send("{\"id\":4,\"method\":\"Runtime.evaluate\",\"params\":{\"expression\":\"hi\"},\"sessionId\":\""
                    + session + "\"}");
            assertThat(client.message())
                    .isEqualTo("{\"id\":4,\"result\":{\"result\":{\"type\":\"string\",\"value\":\"hi\"}},"
                            + "\"sessionId\":\"" + session + "\"}");

            client.send("{\"id\":5,\"method\":\"Target.closeTarget\",\"params\":{\"targetId\":\"" + tab + "\"}}");
            assertThat(client.message()).isEqualTo("{\"id\":5,\"result\":{\"success\":true}}");
            assertThat(client.message()).startsWith("{\"method\":\"Target.detachedFromTarget\"");
            assertThat(client.message()).startsWith("{\"method\":\"Target.targetDestroyed\"");
        }
    }

    @Test
    void refusesInChromesWords() throws Exception {
        try (RawClient client = RawClient.open(browser.port(), browser.browserPath())) {
            client.send("{\"id\":1,\"method\":\"Nope.nope\"}");
            assertThat(client.message())
                    .isEqualTo("{\"id\":1,\"error\":{\"code\":-32601,\"message\":\"'Nope.nope' wasn't found\"}}");
            client.send("{\"id\":2,\"method\":\"Runtime.evaluate\",\"sessionId\":\"X\"}");
            assertThat(client.message())
                    .isEqualTo(
                            "{\"id\":2,\"error\":{\"code\":-32001,\"message\":\"Session with given id not found.\"}}");
        }
        assertThat(statusOf("/devtools/browser/other")).isEqualTo(404);
        assertThat(statusOf("/devtools/page/other")).isEqualTo(500);
        assertThat(statusOf(browser.browserPath(), "Origin: http://evil.example"))
                .isEqualTo(403);
        String foreign = "GET /json/version HTTP/1.1\r\nHost: evil.example\r\n\r\n";
        try (RawClient client = RawClient.plain(browser.port(), foreign)) {
            assertThat(client.status()).isEqualTo(500);
        }
    }

    @Test
    void aTestMayAnswerLaterWithErrorsAndEvents() throws Exception {
        browser.on("Page.navigate", call -> {});
        try (RawClient client = RawClient.open(browser.port(), page())) {
            client.send("{\"id\":7,\"method\":\"Page.navigate\",\"params\":{\"url\":\"https://a.example/\"}}");
            FakeCall call = browser.awaitCall("Page.navigate");

            assertThat(call.param("url")).isEqualTo("https://a.example/");
            call.event("Page.frameNavigated", "{}");
            call.fail(-32000, "later");
            assertThat(client.message()).isEqualTo("{\"method\":\"Page.frameNavigated\",\"params\":{}}");
            assertThat(client.message()).isEqualTo("{\"id\":7,\"error\":{\"code\":-32000,\"message\":\"later\"}}");
        }
    }

    @Test
    void recordsHowAMessageCame() throws Exception {
        browser.reply("A.b", "{}");
        try (RawClient client = RawClient.open(browser.port(), page())) {
            client.send(new WireFrame(WireFrame.BINARY, false, true, bytes("{\"id\":1,")));
            client.send(WireFrame.of(WireFrame.PING, "p"));
            client.send(new WireFrame(WireFrame.CONTINUATION, true, true, bytes("\"method\":\"A.b\"}")));
            assertThat(client.frame().opcode()).isEqualTo(WireFrame.PONG);
            client.message();
            client.write(WireFrame.of(WireFrame.TEXT, "{\"id\":2,\"method\":\"A.b\"}")
                    .encode());
            client.message();

            FakeSocket socket = browser.awaitSocket(page());
            assertThat(socket.messages())
                    .containsExactly(
                            new FakeMessage(WireFrame.BINARY, 2, true, "{\"id\":1,\"method\":\"A.b\"}"),
                            new FakeMessage(WireFrame.TEXT, 1, false, "{\"id\":2,\"method\":\"A.b\"}"));
            assertThat(socket.frames(WireFrame.PING)).hasSize(1);

            client.send(WireFrame.close(4001, "bye"));
            assertThat(client.frame().closeCode()).isEqualTo(4001);
            assertThatThrownBy(client::frame).isInstanceOf(EOFException.class);
            assertThat(socket.frames(WireFrame.CLOSE).get(0).closeReason()).isEqualTo("bye");
        }
    }

    @Test
    void sendsFragmentsPingsAndCloseFrames() throws Exception {
        try (RawClient client = RawClient.open(browser.port(), page())) {
            FakeSocket socket = browser.awaitSocket(page());
            socket.sendFragmented("{\"method\":\"A.b\"}", 3);
            assertThat(client.frame().fin()).isFalse();
            assertThat(client.frame().opcode()).isEqualTo(WireFrame.PING);
            assertThat(client.frame().opcode()).isEqualTo(WireFrame.CONTINUATION);
            assertThat(client.frame().fin()).isTrue();

            browser.closeSockets(1012, "service restart");
            WireFrame close = client.frame();
            assertThat(close.closeCode()).isEqualTo(1012);
            assertThat(close.closeReason()).isEqualTo("service restart");
        }
    }

    @Test
    void sendsAHugeFrameOfExactlyThatSize() throws Exception {
        int size = 30 * 1024 * 1024;
        browser.on("Page.captureScreenshot", call -> call.replyOfSize(size));
        try (RawClient client = RawClient.open(browser.port(), page())) {
            client.send("{\"id\":1,\"method\":\"Page.captureScreenshot\"}");
            assertThat(client.frame().payload()).hasSize(size).startsWith(bytes("{\"id\":1,\"result\":{\"result\":"));
        }
    }

    @Test
    void dropsEveryConnectionWithResetOrFin() throws Exception {
        try (RawClient reset = RawClient.open(browser.port(), page())) {
            browser.awaitSocket(page());
            browser.drop(FakeSocket.Drop.RST);
            assertThatThrownBy(reset::frame).isInstanceOf(SocketException.class);
        }
        try (RawClient ended = RawClient.open(browser.port(), page())) {
            browser.awaitSocket(page());
            browser.drop(FakeSocket.Drop.FIN);
            assertThatThrownBy(ended::frame).isInstanceOf(EOFException.class);
        }
        await().until(() -> browser.openSockets().isEmpty());
    }

    @Test
    void refusesThenComesBackAsAnotherBrowserOnTheSamePort() throws Exception {
        String oldPath = browser.browserPath();
        String oldTab = browser.tabs().get(0);
        browser.crash();
        assertThatThrownBy(() -> RawClient.open(browser.port(), oldPath)).isInstanceOf(ConnectException.class);

        browser.restart();

        assertThat(statusOf(oldPath)).isEqualTo(404);
        assertThat(statusOf(browser.browserPath())).isEqualTo(101);
        assertThat(browser.tabs()).hasSize(1).doesNotContain(oldTab);
    }

    @Test
    void staysSilentWhereTold() throws Exception {
        browser.silence(FakeBrowser.Silence.HTTP);
        String request = "GET /json/version HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
        CompletableFuture<Integer> answer = CompletableFuture.supplyAsync(() -> {
            try (RawClient client = RawClient.plain(browser.port(), request)) {
                return client.status();
            } catch (IOException reset) {
                return 0;
            }
        });
        await().until(() -> browser.requests().size() == 1);
        assertThat(answer).isNotDone();
        browser.drop(FakeSocket.Drop.RST);
        assertThat(answer.get(10, TimeUnit.SECONDS)).isZero();

        browser.silence(FakeBrowser.Silence.SOCKETS);
        try (RawClient client = RawClient.open(browser.port(), page())) {
            client.send("{\"id\":1,\"method\":\"Browser.getVersion\"}");
            browser.awaitCall("Browser.getVersion");
            browser.silence();
            client.send("{\"id\":2,\"method\":\"Browser.getVersion\"}");
            assertThat(client.message()).startsWith("{\"id\":2,");
        }
    }

    @Test
    void stalledReaderMakesThePeerStallUntilItReadsAgain() throws Exception {
        browser.reply("A.b", "{}");
        try (RawClient client = RawClient.open(browser.port(), page())) {
            FakeSocket socket = browser.awaitSocket(page());
            socket.stopReading();
            String text = "{\"id\":1,\"method\":\"A.b\",\"params\":{\"x\":\"" + "y".repeat(20_000_000) + "\"}}";
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
                try {
                    client.send(text);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThat(sent).isNotDone();
            assertThat(socket.frames()).isEmpty();

            socket.resumeReading();
            assertThat(client.message()).isEqualTo("{\"id\":1,\"result\":{}}");
            sent.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void closingATabEndsItsPageSocketAsChromeDoes() throws Exception {
        String page = page();
        try (RawClient client = RawClient.open(browser.port(), page)) {
            browser.awaitSocket(page);
            browser.closeTab(browser.tabs().get(0));
            assertThat(client.message()).contains("Inspector.detached", "target_closed");
            assertThatThrownBy(client::frame).isInstanceOf(EOFException.class);
        }
    }

    private String page() {
        return browser.pagePath(browser.tabs().get(0));
    }

    private int statusOf(String path, String... headerLines) throws IOException {
        try (RawClient client = RawClient.open(browser.port(), path, headerLines)) {
            return client.status();
        }
    }

    private JsonNode json(String method, String path) throws Exception {
        return FakeCall.JSON.readTree(http(method, path).body());
    }

    private HttpResponse<String> http(String method, String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + browser.port() + path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
