package io.browseragent.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.browseragent.core.testing.FakeBrowser;
import io.browseragent.core.testing.FakeSocket;
import io.browseragent.core.testing.RawClient;
import io.browseragent.core.testing.WireFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(90)
class BackpressureTest {

    private static final int MB = 1 << 20;

    private final FakeBrowser browser = FakeBrowser.start();

    @AfterEach
    void close() {
        browser.close();
    }

    @Test
    void aClientThatStopsReadingIsClosedAndSlowsNobody() throws Exception {
        try (Rig rig = Rig.before(browser, Duration.ofMillis(1500), Rig.LIMIT, 64L * MB);
                RawClient stalled = rig.client()) {
            FakeSocket upstream = Rig.upstream(browser);
            CompletableFuture<Void> flood =
                    CompletableFuture.runAsync(() -> upstream.sendEventOfSize("X.flood", 90L * MB));
            try (RawClient other = rig.client()) {
                long start = System.nanoTime();
                for (int id = 1; id <= 200; id++) {
                    other.send("{\"id\":" + id + ",\"method\":\"Emulation.getScreenInfos\"}");
                    assertThat(other.message()).startsWith("{\"id\":" + id + ",");
                }
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
                assertThat(rig.door.heldBytes()).isZero();

                await().atMost(Duration.ofSeconds(8)).until(() -> rig.door.clients() == 1);
                await().until(() -> !upstream.isOpen());
                assertThat(flood).as("90 MB were not swallowed").isCompletedExceptionally();
            }
            assertThatThrownBy(stalled::frame).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aClientThatReadsNoAnswersOfOursIsClosedToo() throws Exception {
        try (Rig rig = Rig.before(browser, Duration.ofMillis(700), Rig.LIMIT, 64L * MB);
                RawClient client = rig.client()) {
            byte[] ping = new WireFrame(WireFrame.PING, true, true, new byte[125]).encode();
            byte[] pings = new byte[ping.length * 1000];
            for (int i = 0; i < 1000; i++) {
                System.arraycopy(ping, 0, pings, i * ping.length, ping.length);
            }

            assertThatThrownBy(() -> {
                        for (int i = 0; i < 10_000; i++) {
                            client.write(pings);
                        }
                    })
                    .isInstanceOf(IOException.class);
            await().until(() -> rig.door.clients() == 0);
        }
    }

    @Test
    void aBrowserThatStopsReadingHoldsItsClientBackAndLosesNothing() throws Exception {
        try (Rig rig = Rig.before(browser);
                RawClient client = rig.client()) {
            FakeSocket upstream = Rig.upstream(browser);
            upstream.stopReading();
            String command = "\"method\":\"Emulation.getScreenInfos\",\"params\":{\"expression\":\""
                    + "x".repeat(100_000) + "\"}}";
            browser.on("Emulation.getScreenInfos", call -> call.reply("{}"));
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
                try {
                    for (int id = 1; id <= 600; id++) {
                        client.send("{\"id\":" + id + "," + command);
                    }
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            await().pollDelay(Duration.ofMillis(500)).until(() -> true);
            assertThat(sending.isDone()).as("60 MB were swallowed").isFalse();
            assertThat(rig.door.heldBytes()).isLessThan(8L * MB);

            upstream.resumeReading();

            for (int id = 1; id <= 600; id++) {
                assertThat(client.message()).startsWith("{\"id\":" + id + ",");
            }
            await().until(() -> rig.door.heldBytes() == 0);
        }
    }

    @Test
    void aShutdownDoesNotWaitForABrowserThatStopsReading() throws Exception {
        try (Rig rig = Rig.before(browser);
                RawClient client = rig.client()) {
            FakeSocket upstream = Rig.upstream(browser);
            upstream.stopReading();
            byte[] command = WireFrame.of(
                            WireFrame.TEXT,
                            "{\"id\":1,\"method\":\"Emulation.getScreenInfos\",\"params\":{\"p\":\""
                                    + "x".repeat(100_000) + "\"}}")
                    .withMask()
                    .encode();
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
                try {
                    for (int i = 0; i < 600; i++) {
                        client.write(command);
                    }
                } catch (IOException cut) {
                    // By the shutdown.
                }
            });
            await().pollDelay(Duration.ofMillis(500)).until(() -> rig.door.heldBytes() > 0);

            Rig.result(rig.door.close());

            await().atMost(Duration.ofSeconds(5)).until(() -> rig.door.clients() == 0 && rig.door.heldBytes() == 0);
            assertThat(sending).succeedsWithin(Duration.ofSeconds(2));
        }
    }

    @Test
    void aMessageOverTheLimitIsRefused() throws Exception {
        try (Rig rig = Rig.before(browser, Duration.ofSeconds(20), MB, 2L * MB);
                RawClient client = rig.client()) {
            client.write(ByteBuffer.allocate(14)
                    .put((byte) 0x81)
                    .put((byte) 0xff)
                    .putLong(MB + 1)
                    .array());

            assertThat(client.frame().closeCode()).isEqualTo(1009);
        }
    }

    @Test
    void theClientThatNeedsMoreThanIsLeftIsAskedToComeBack() throws Exception {
        try (Rig rig = Rig.before(browser, Duration.ofSeconds(20), 2L * MB, 3L * MB);
                RawClient first = rig.client();
                RawClient second = rig.client()) {
            first.send(new WireFrame(WireFrame.TEXT, false, true, new byte[2 * MB - 100]));
            await().until(() -> rig.door.heldBytes() > 1.5 * MB);
            second.send(new WireFrame(WireFrame.TEXT, false, true, new byte[2 * MB - 100]));

            WireFrame close = second.frame();
            assertThat(close.closeCode()).isEqualTo(1013);
            assertThat(close.closeReason()).contains("try again");
            first.reset();
            await().until(() -> rig.door.heldBytes() == 0);
            await().until(() -> rig.door.clients() == 0);
        }
    }

    @Test
    void ninetyNineMegabytesPassBothWays() throws Exception {
        browser.on("Emulation.getScreenInfos", call -> call.replyOfSize(99L * MB));
        try (Rig rig = Rig.before(browser);
                RawClient client = rig.client()) {
            byte[] head = "{\"id\":1,\"method\":\"Emulation.getScreenInfos\",\"params\":{\"expression\":\""
                    .getBytes(StandardCharsets.UTF_8);
            byte[] chunk = "x".repeat(MB).getBytes(StandardCharsets.UTF_8);
            client.write(ByteBuffer.allocate(14)
                    .put((byte) 0x81)
                    .put((byte) 0xff)
                    .putLong(head.length + 99L * MB + 3)
                    .array());
            client.write(head);
            for (int i = 0; i < 99; i++) {
                client.write(chunk);
            }
            client.write("\"}}".getBytes(StandardCharsets.UTF_8));

            WireFrame reply = client.frame();

            assertThat(reply.payload()).hasSize(99 * MB);
            assertThat(browser.awaitCall("Emulation.getScreenInfos").param("expression"))
                    .hasSize(99 * MB);
            assertThat(Rig.upstream(browser).messages().get(0).frames()).isEqualTo(1);
            await().until(() -> rig.door.heldBytes() == 0);
        }
    }

    @Test
    void nothingLeaksAfterTwoHundredClientsThatLeftRudely() throws Exception {
        try (Rig rig = Rig.before(browser, Duration.ofSeconds(20), Rig.LIMIT, 64L * MB)) {
            String path = rig.browserPath();
            for (int round = 0; round < 200; round++) {
                if (round % 4 == 0) {
                    try (java.net.Socket half = new java.net.Socket("127.0.0.1", rig.port)) {
                        half.getOutputStream()
                                .write(("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                                                + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
                                        .getBytes(StandardCharsets.UTF_8));
                        half.setSoLinger(round % 8 == 0, 0);
                    }
                    continue;
                }
                RawClient client = RawClient.open(rig.port, path);
                switch (round % 4) {
                    case 1 -> client.send(new WireFrame(WireFrame.TEXT, false, true, new byte[100_000]));
                    case 2 -> client.send("{\"id\":1,\"method\":\"Target.createTarget\",\"params\":{\"url\":\"\"}}");
                    default -> {}
                }
                if (round % 3 == 0) {
                    client.close();
                } else {
                    client.reset();
                }
            }

            await().atMost(Duration.ofSeconds(15)).untilAsserted(() -> {
                assertThat(rig.door.clients()).isZero();
                assertThat(browser.openSockets()).hasSize(1);
                assertThat(rig.door.heldBytes()).isZero();
                assertThat(browser.tabs()).hasSize(1);
                assertThat(rig.tabs.owned().all()).isEmpty();
            });
        }
    }
}
