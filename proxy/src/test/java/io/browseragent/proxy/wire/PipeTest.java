package io.browseragent.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.browseragent.core.cdp.CdpJson;
import io.browseragent.core.testing.FakeBrowser;
import io.browseragent.core.testing.FakeCall;
import io.browseragent.core.testing.FakeMessage;
import io.browseragent.core.testing.FakeSocket;
import io.browseragent.core.testing.RawClient;
import io.browseragent.core.testing.WireFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class PipeTest {

    private final FakeBrowser browser = FakeBrowser.start();
    private final Rig rig = Rig.before(browser);

    @AfterEach
    void close() {
        rig.close();
        browser.close();
    }

    @Test
    void messagesPassBothWays() throws Exception {
        try (RawClient client = rig.client()) {
            client.send("{\"id\":1,\"method\":\"Emulation.getScreenInfos\",\"params\":{\"expression\":\"\u20ac\"}}");
            assertThat(client.message())
                    .isEqualTo("{\"id\":1,\"result\":{\"result\":{\"type\":\"string\",\"value\":\"\u20ac\"}}}");

            Rig.upstream(browser).event("Page.loadEventFired", "{}");
            assertThat(client.message()).isEqualTo("{\"method\":\"Page.loadEventFired\",\"params\":{}}");

            Rig.upstream(browser).sendFragmented("{\"method\":\"X.fragmented\",\"params\":{}}", 3);
            assertThat(client.message()).isEqualTo("{\"method\":\"X.fragmented\",\"params\":{}}");
            await().until(() -> !Rig.upstream(browser).frames(WireFrame.PONG).isEmpty());
        }
    }

    @Test
    void aCreateTargetThatWouldFillTheHeapIsRefused() throws Exception {
        try (RawClient client = rig.client()) {
            String start = "{\"id\":1,\"method\":\"Target.createTarget\",\"params\":{\"url\":\"about:blank\"";
            String many = IntStream.range(0, 10_000)
                    .mapToObj(i -> ",\"k" + i + "\":1")
                    .collect(Collectors.joining());
            client.send(start + many + "}}");
            assertThat(client.message()).contains("\"id\":1,", "-32602", "few parameters");
            client.send(start + ",\"k\":\"" + "x".repeat(5 << 20) + "\"}}");
            assertThat(client.message()).contains("\"id\":1,", "-32602", "4 MB");
        }
    }

    /** The worker that reads a large one may be done before anybody waits for it. */
    @Test
    void noLargeCommandHoldsUpThoseBehindIt() throws Exception {
        String large = "x".repeat((1 << 20) + 1);
        try (RawClient client = rig.client()) {
            for (int id = 1; id <= 200; id += 2) {
                client.send(
                        "{\"id\":" + id + ",\"method\":\"Browser.getVersion\",\"params\":{\"p\":\"" + large + "\"}}");
                client.send("{\"id\":" + (id + 1) + ",\"method\":\"Browser.getVersion\"}");
                assertThat(client.message()).startsWith("{\"id\":" + id + ",");
                assertThat(client.message()).startsWith("{\"id\":" + (id + 1) + ",");
            }
        }
    }

    @Test
    void fragmentsBecomeOneFrameAndAPingAmongThemIsAnswered() throws Exception {
        String command = "{\"id\":1,\"method\":\"Emulation.getScreenInfos\",\"params\":{\"expression\":\""
                + "x".repeat(200_000) + "\"}}";
        byte[] bytes = command.getBytes(StandardCharsets.UTF_8);
        try (RawClient client = rig.client()) {
            client.send(new WireFrame(WireFrame.TEXT, false, true, Arrays.copyOf(bytes, 70_000)));
            client.send(WireFrame.of(WireFrame.PING, "now"));
            assertThat(client.frame().text()).isEqualTo("now");
            client.send(new WireFrame(WireFrame.CONTINUATION, false, true, Arrays.copyOfRange(bytes, 70_000, 70_001)));
            client.send(
                    new WireFrame(WireFrame.CONTINUATION, true, true, Arrays.copyOfRange(bytes, 70_001, bytes.length)));

            assertThat(client.messageWith("\"id\":1")).contains("xxx");
            assertThat(Rig.upstream(browser).messages())
                    .containsExactly(new FakeMessage(WireFrame.TEXT, 1, true, command));
            await().until(() -> rig.door.heldBytes() == 0);
        }
    }

    @Test
    void pingsAreAnsweredWhileTheBrowserIsStopped() throws Exception {
        try (RawClient client = rig.client()) {
            Rig.upstream(browser).stopReading();
            browser.silence(FakeBrowser.Silence.SOCKETS);
            client.send("{\"id\":1,\"method\":\"Emulation.getScreenInfos\"}");
            client.send(WireFrame.of(WireFrame.PING, "still there?"));

            WireFrame pong = client.frame();
            assertThat(pong.opcode()).isEqualTo(WireFrame.PONG);
            assertThat(pong.text()).isEqualTo("still there?");
        }
    }

    @ParameterizedTest
    @CsvSource({"1000,1000", "1001,1001", "3001,3001", "4999,4999", "1005,1000", "1006,1000", "1015,1000", "2500,1000"})
    void closeCodesAreMappedToSendableOnes(int code, int expected) throws Exception {
        try (RawClient client = rig.client()) {
            FakeSocket upstream = Rig.upstream(browser);
            client.send(WireFrame.close(code, "bye"));

            assertThat(client.frame().closeCode()).isEqualTo(expected);
            await().until(() -> !upstream.frames(WireFrame.CLOSE).isEmpty());
            assertThat(upstream.frames(WireFrame.CLOSE).get(0).closeCode()).isEqualTo(expected);
            assertThat(upstream.frames(WireFrame.CLOSE).get(0).closeReason()).isEqualTo("bye");
        }
        try (RawClient client = rig.client()) {
            Rig.upstream(browser).close(code, "over");

            WireFrame close = client.frame();
            assertThat(close.opcode()).isEqualTo(WireFrame.CLOSE);
            assertThat(close.closeCode()).isEqualTo(expected);
            assertThat(close.closeReason()).isEqualTo("over");
        }
    }

    @Test
    void aCloseWithoutCodeIsAnsweredWithoutCode() throws Exception {
        try (RawClient client = rig.client()) {
            client.send(WireFrame.of(WireFrame.CLOSE, ""));

            assertThat(client.frame().payload()).isEmpty();
        }
    }

    @Test
    void aClientThatSaysGoodbyeIsClosedAtOnce() throws Exception {
        try (RawClient client = rig.client()) {
            long start = System.nanoTime();
            client.send(WireFrame.close(1000, ""));
            assertThat(client.frame().closeCode()).isEqualTo(1000);
            assertThatThrownBy(client::frame).isInstanceOf(IOException.class);

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(700));
        }
    }

    @ParameterizedTest
    @EnumSource(FakeSocket.Drop.class)
    void aClientHearsWithinASecondThatItsBrowserDied(FakeSocket.Drop how) throws Exception {
        try (RawClient client = rig.client()) {
            long start = System.nanoTime();
            Rig.upstream(browser).drop(how);

            WireFrame close = client.frame();
            assertThat(close.closeCode()).isEqualTo(1001);
            assertThat(close.closeReason()).contains("browser");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
        }
        await().until(() -> rig.door.clients() == 0);
    }

    @ParameterizedTest
    @EnumSource(FakeSocket.Drop.class)
    void aClientIsCutOffWhenItsBrowserDiesInsideAMessage(FakeSocket.Drop how) throws Exception {
        try (RawClient client = rig.client()) {
            FakeSocket upstream = Rig.upstream(browser);
            byte[] frame = WireFrame.of(WireFrame.TEXT, "{\"method\":\"X.y\"," + "x".repeat(100_000))
                    .encode();
            upstream.write(Arrays.copyOf(frame, 5_000));
            client.send("{\"id\":1,\"method\":\"Emulation.getScreenInfos\"}");
            browser.awaitCall("Emulation.getScreenInfos");

            long start = System.nanoTime();
            upstream.drop(how);

            assertThatThrownBy(client::frame).isInstanceOf(IOException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
        }
    }

    @Test
    void aClientThatDiesLeavesNoSocketAndNoTab() throws Exception {
        RawClient client = rig.client();
        FakeSocket upstream = Rig.upstream(browser);
        String tab = targetId(create(client, 1, "{\"url\":\"https://a.example/\"}"));
        assertThat(browser.tabs()).contains(tab);

        client.reset();

        await().until(() -> !upstream.isOpen());
        await().until(() -> !browser.tabs().contains(tab));
        assertThat(browser.tabs()).as("the human's tab").hasSize(1);
    }

    @Test
    void aTabWhoseClientDiedBeforeTheReplyIsClosed() throws Exception {
        browser.on("Target.createTarget", call -> {});
        RawClient client = rig.client();
        client.send("{\"id\":1,\"method\":\"Target.createTarget\",\"params\":{\"url\":\"about:blank\"}}");
        FakeCall create = browser.awaitCall("Target.createTarget");
        client.send(WireFrame.close(1000, ""));
        assertThat(client.frame().opcode()).isEqualTo(WireFrame.CLOSE);
        client.close();

        String tab = browser.openTab("about:blank");
        create.reply("{\"targetId\":\"" + browser.tabOf(tab) + "\"}");

        await().until(() -> !browser.tabs().contains(tab));
        await().until(() -> rig.door.clients() == 0);
        await().until(() -> browser.openSockets().size() == 1);
    }

    @Test
    void aTabIsOpenedBehindTheHumans() throws Exception {
        try (RawClient client = rig.client()) {
            String reply = create(
                    client, 7, "{\"url\":\"https://a.example/\",\"newWindow\":true,\"left\":1,\"background\":false}");

            JsonNode seen = browser.awaitCall("Target.createTarget").params();
            assertThat(seen.path("background").asBoolean()).isTrue();
            assertThat(seen.path("url").asText()).isEqualTo("https://a.example/");
            assertThat(seen.has("newWindow")).isFalse();
            assertThat(seen.has("left")).isFalse();
            assertThat(rig.tabs.owned().find(new io.browseragent.core.model.TargetId(targetId(reply))))
                    .isPresent();
        }
    }

    @Test
    void commandsInOneSegmentKeepTheirOrderAndSwallowedOnesStayHere() throws Exception {
        ByteArrayOutputStream segment = new ByteArrayOutputStream();
        List<Integer> local = new ArrayList<>();
        List<Integer> forwarded = new ArrayList<>();
        String[] swallowed = {"Page.bringToFront", "Browser.setDockTile", "Browser.setWindowBounds", "Browser.crash"};
        for (int id = 1; id <= 64; id++) {
            boolean here = id % 3 == 0;
            (here ? local : forwarded).add(id);
            String method = here ? swallowed[id % 4] : "Emulation.getScreenInfos";
            segment.writeBytes(WireFrame.of(WireFrame.TEXT, "{\"id\":" + id + ",\"method\":\"" + method + "\"}")
                    .withMask()
                    .encode());
        }
        try (RawClient client = rig.client()) {
            client.write(segment.toByteArray());

            List<Integer> answered = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                answered.add(
                        CdpJson.MAPPER.readTree(client.message()).path("id").asInt());
            }
            assertThat(answered.stream().filter(local::contains)).containsExactlyElementsOf(local);
            assertThat(answered.stream().filter(forwarded::contains)).containsExactlyElementsOf(forwarded);
            assertThat(browser.calls("Emulation.getScreenInfos").stream().map(call -> (int) call.id()))
                    .containsExactlyElementsOf(forwarded);
            for (String method : swallowed) {
                assertThat(browser.calls(method)).isEmpty();
            }
        }
    }

    @Test
    void malformedCommandsAreAnsweredAndNeverForwarded() throws Exception {
        try (RawClient client = rig.client()) {
            client.send("{\"id\":1,\"method\":\"Page.enable\",\"\\u006dethod\":\"Browser.close\"}");
            assertThat(client.message()).contains("-32600").contains("twice");
            client.send("nonsense");
            assertThat(client.message()).startsWith("{\"error\":{\"code\":-32700,\"message\":\"JSON: ");
            byte[] utf32 = "{\"id\":1,\"method\":\"Page.bringToFront\"}".getBytes("UTF-32BE");
            client.send(new WireFrame(WireFrame.TEXT, false, true, Arrays.copyOf(utf32, 40)));
            client.send(new WireFrame(WireFrame.CONTINUATION, true, true, Arrays.copyOfRange(utf32, 40, utf32.length)));
            assertThat(client.message()).startsWith("{\"error\":{\"code\":-32700");
            client.send("{\"id\":2,\"method\":\"Emulation.getScreenInfos\"}");
            assertThat(client.message()).startsWith("{\"id\":2,");
            assertThat(browser.calls("Emulation.getScreenInfos")).hasSize(1);
        }
    }

    @Test
    void anAnswerOfOursIsPutBetweenTheBrowsersMessages() throws Exception {
        byte[] first = WireFrame.of(WireFrame.TEXT, "{\"method\":\"X.first\",\"p\":\"" + "x".repeat(50_000) + "\"}")
                .encode();
        byte[] second = WireFrame.of(WireFrame.TEXT, "{\"method\":\"X.second\",\"p\":\"" + "y".repeat(5_000) + "\"}")
                .encode();
        try (RawClient client = rig.client()) {
            FakeSocket upstream = Rig.upstream(browser);
            browser.on("Emulation.getScreenInfos", call -> {});
            upstream.write(Arrays.copyOf(first, 20_000));
            client.send("{\"id\":1,\"method\":\"Page.bringToFront\"}");
            client.send(WireFrame.of(WireFrame.PING, "p"));
            client.send("{\"id\":2,\"method\":\"Emulation.getScreenInfos\"}");
            browser.awaitCall("Emulation.getScreenInfos");

            ByteArrayOutputStream next = new ByteArrayOutputStream();
            next.write(first, 20_000, first.length - 20_000);
            next.write(second, 0, 1_000);
            upstream.write(next.toByteArray());

            assertThat(client.frame().text())
                    .startsWith("{\"method\":\"X.first\"")
                    .hasSize(first.length - 4);
            assertThat(client.frame().text()).isEqualTo("{\"id\":1,\"result\":{}}");
            assertThat(client.frame().opcode()).isEqualTo(WireFrame.PONG);

            upstream.write(Arrays.copyOfRange(second, 1_000, second.length));
            assertThat(client.frame().text())
                    .startsWith("{\"method\":\"X.second\"")
                    .hasSize(second.length - 4);
        }
    }

    @Test
    void browserCloseEndsTheClientAndNotTheBrowser() throws Exception {
        try (RawClient client = rig.client()) {
            client.send("{\"id\":1,\"method\":\"Browser.close\"}");

            assertThat(client.message()).isEqualTo("{\"id\":1,\"result\":{}}");
            assertThat(client.frame().closeCode()).isEqualTo(1000);
            assertThat(browser.calls("Browser.close")).isEmpty();
        }
    }

    @Test
    void clientsHearThatTheBrokerShutsDown() throws Exception {
        try (RawClient client = rig.client()) {
            Rig.result(rig.door.close());

            WireFrame close = client.frame();
            assertThat(close.closeCode()).isEqualTo(1001);
            assertThat(close.closeReason()).contains("shutting down");
        }
    }

    @Test
    void clientsOnAllLoopsHaveTheirBrowserSocketOnTheirOwn() throws Exception {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            clients.add(rig.client());
        }
        // A session outside its loop throws, see SocketSession.
        for (RawClient client : clients) {
            client.send("{\"id\":1,\"method\":\"Emulation.getScreenInfos\"}");
            assertThat(client.message()).startsWith("{\"id\":1,");
        }
        assertThat(rig.door.clients()).isEqualTo(16);
        for (RawClient client : clients) {
            client.close();
        }
        await().until(() -> rig.door.clients() == 0);
    }

    private static String create(RawClient client, int id, String params) throws IOException {
        client.send("{\"id\":" + id + ",\"method\":\"Target.createTarget\",\"params\":" + params + "}");
        return client.messageWith("\"id\":" + id);
    }

    private static String targetId(String reply) throws IOException {
        return CdpJson.MAPPER.readTree(reply).at("/result/targetId").asText();
    }
}
