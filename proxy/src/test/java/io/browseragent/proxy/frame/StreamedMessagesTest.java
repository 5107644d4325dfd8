package io.browseragent.proxy.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamedMessagesTest {

    private static final int HEAD = 16;
    private static final int MAX_TOLD = 1 << 20;

    /** Tells messages that begin with t, passes the others; its own bytes are written down where they would go. */
    private static final class Client implements StreamedMessages.Sink {
        private final ByteArrayOutputStream passed = new ByteArrayOutputStream();
        private final List<String> heard = new ArrayList<>();
        private boolean gap;
        private int pieces;

        @Override
        public StreamedMessages.Look head(ByteBuf in, int from, int length) {
            heard.add("head " + new String(ByteBufUtil.getBytes(in, from, length), StandardCharsets.ISO_8859_1));
            return length > 0 && in.getByte(from) == 't' ? StreamedMessages.Look.TELL : StreamedMessages.Look.PASS;
        }

        @Override
        public void pass(ByteBuf bytes) {
            pieces++;
            passed.writeBytes(ByteBufUtil.getBytes(bytes));
            bytes.release();
        }

        @Override
        public boolean wantsGap() {
            return gap;
        }

        @Override
        public void told(byte[] payload) {
            heard.add(passed.size() + " told " + new String(payload, StandardCharsets.ISO_8859_1));
        }

        @Override
        public void ping(byte[] payload) {
            heard.add(passed.size() + " ping " + new String(payload, StandardCharsets.ISO_8859_1));
        }

        @Override
        public void ended(CloseStatus status) {
            heard.add(passed.size() + " ended " + status.code() + " " + status.reason());
        }

        List<Object> all() {
            return List.of(heard, Arrays.hashCode(passed.toByteArray()), passed.size());
        }
    }

    private static Client read(byte[] wire, List<Integer> cuts) {
        Client client = new Client();
        StreamedMessages messages = new StreamedMessages(client, HEAD, MAX_TOLD);
        int from = 0;
        for (int cut : cuts) {
            messages.handle(Buffer.buffer(Arrays.copyOfRange(wire, from, cut)));
            from = cut;
        }
        messages.handle(Buffer.buffer(Arrays.copyOfRange(wire, from, wire.length)));
        return client;
    }

    private static ClientBytes everything() {
        return new ClientBytes(false)
                .text("p1")
                .text("")
                .text("t1")
                .frame(0x89, "between".getBytes(StandardCharsets.UTF_8))
                .text("p" + "x".repeat(300))
                .text("t" + "y".repeat(200))
                .text("t2")
                .frame(0x01, "p-a-message-in-parts-".getBytes(StandardCharsets.UTF_8))
                .frame(0x89, "inside".getBytes(StandardCharsets.UTF_8))
                .frame(0x00, new byte[0])
                .frame(0x80, "end".getBytes(StandardCharsets.UTF_8))
                .frame(0x01, "told-in-parts-that-are-long-".getBytes(StandardCharsets.UTF_8))
                .frame(0x8a, "unasked".getBytes(StandardCharsets.UTF_8))
                .frame(0x89, "inside told".getBytes(StandardCharsets.UTF_8))
                .frame(0x80, "end".getBytes(StandardCharsets.UTF_8))
                .frame(0x82, "p binary".getBytes(StandardCharsets.UTF_8))
                .text("p3");
    }

    @Test
    void onlyWhatIsNotToldPassesAndUnchanged() {
        Client client = read(everything().get(), List.of());

        assertThat(client.passed.toByteArray())
                .isEqualTo(new ClientBytes(false)
                        .text("p1")
                        .text("")
                        .text("p" + "x".repeat(300))
                        .frame(0x01, "p-a-message-in-parts-".getBytes(StandardCharsets.UTF_8))
                        .frame(0x00, new byte[0])
                        .frame(0x80, "end".getBytes(StandardCharsets.UTF_8))
                        .frame(0x82, "p binary".getBytes(StandardCharsets.UTF_8))
                        .text("p3")
                        .get());
        assertThat(client.heard)
                .contains("6 told t1", "6 ping between", "head pxxxxxxxxxxxxxxx")
                .anyMatch(line -> line.endsWith("told told-in-parts-that-are-long-end"));
    }

    @Test
    void theSameStreamCutAnywhereGivesTheSame() {
        byte[] wire = everything()
                .frame(0x88, new byte[] {3, (byte) 0xe9})
                .text("p never")
                .get();
        List<Object> expected = read(wire, List.of()).all();

        for (int cut = 1; cut < wire.length; cut++) {
            assertThat(read(wire, List.of(cut)).all()).as("cut at %d", cut).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18})
    void theSameStreamInRandomPiecesGivesTheSame(long seed) {
        Random random = new Random(seed);
        byte[] wire = everything().get();
        List<Object> expected = read(wire, List.of()).all();

        for (int round = 0; round < 200; round++) {
            List<Integer> cuts = random.ints(1 + random.nextInt(40), 1, wire.length)
                    .distinct()
                    .sorted()
                    .boxed()
                    .toList();
            assertThat(read(wire, cuts).all())
                    .as("seed %d, cuts %s", seed, cuts)
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 125, 126, 65535, 65536, 2 << 20})
    void aMessageOfAnySizePasses(int size) {
        byte[] wire = new ClientBytes(false).frame(0x81, new byte[size]).get();

        for (int piece : new int[] {1 << 30, 65536, 4099}) {
            Client client = new Client();
            StreamedMessages messages = new StreamedMessages(client, HEAD, MAX_TOLD);
            for (int at = 0; at < wire.length; at += Math.min(piece, wire.length)) {
                messages.handle(
                        Buffer.buffer(Arrays.copyOfRange(wire, at, (int) Math.min(wire.length, 0L + at + piece))));
            }
            assertThat(client.passed.toByteArray()).isEqualTo(wire);
            assertThat(messages.betweenMessages()).isTrue();
        }
    }

    @Test
    void aMessageThatIsTooLargeToBeToldEndsTheStream() {
        Client client = new Client();
        StreamedMessages messages = new StreamedMessages(client, HEAD, 100);
        byte[] tooLarge = new byte[30];
        Arrays.fill(tooLarge, (byte) 't');

        messages.handle(Buffer.buffer(new ClientBytes(false)
                .text("p before")
                .frame(0x01, new byte[] {'t'})
                .frame(0x00, new byte[99])
                .frame(0x80, tooLarge)
                .text("p after")
                .get()));

        assertThat(client.passed.size()).isEqualTo(2 + "p before".length());
        assertThat(client.heard.get(client.heard.size() - 1)).contains(" ended 1009 ");
        assertThat(messages.betweenMessages()).isTrue();
    }

    @Test
    void aLargeMessageIsNotGathered() {
        Client client = new Client();
        StreamedMessages messages = new StreamedMessages(client, HEAD, MAX_TOLD);
        byte[] wire = new ClientBytes(false).frame(0x81, new byte[100_000]).get();

        messages.handle(Buffer.buffer(Arrays.copyOf(wire, 1000)));

        assertThat(client.passed.size()).isEqualTo(1000);
        assertThat(messages.betweenMessages()).isFalse();
    }

    @Test
    void anotherMessageMayGoBeforeOneThatIsTold() {
        StreamedMessages messages = new StreamedMessages(new Client(), HEAD, MAX_TOLD);
        byte[] wire = new ClientBytes(false).text("t" + "x".repeat(1000)).get();

        messages.handle(Buffer.buffer(Arrays.copyOf(wire, 500)));

        assertThat(messages.betweenMessages()).isTrue();
    }

    @Test
    void whereSomethingWaitsEachMessageIsPassedAtItsEnd() {
        byte[] wire = new ClientBytes(false).text("p1").text("p2").text("p3").get();
        byte[] cut = Arrays.copyOf(wire, wire.length - 1);
        Client client = new Client();
        StreamedMessages messages = new StreamedMessages(client, 1, MAX_TOLD);

        messages.handle(Buffer.buffer(cut));
        assertThat(client.pieces).isEqualTo(1);

        Client waiting = new Client();
        waiting.gap = true;
        new StreamedMessages(waiting, 1, MAX_TOLD).handle(Buffer.buffer(cut));
        assertThat(waiting.pieces).isEqualTo(3);
        assertThat(waiting.passed.toByteArray()).isEqualTo(cut);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"masked", "reserved bit", "unknown type", "continuation", "inside", "long ping", "negative"})
    void aFaultEndsTheStreamAfterWhatCameBeforeIt(String fault) {
        ClientBytes wire = new ClientBytes(false).text("p before").text("t before");
        int whole = new ClientBytes(false).text("p before").get().length;
        byte[] text = "p".getBytes(StandardCharsets.UTF_8);
        switch (fault) {
            case "masked" -> wire.raw(0x81, 0x81, 0, 0, 0, 0, 'p');
            case "reserved bit" -> wire.frame(0xc1, text);
            case "unknown type" -> wire.frame(0x84, text);
            case "continuation" -> wire.frame(0x80, text);
            case "inside" -> wire.frame(0x01, text).frame(0x81, text);
            case "long ping" -> wire.frame(0x89, new byte[126]);
            default -> wire.raw(0x81, 127, 0x80, 0, 0, 0, 0, 0, 0, 0, 'p');
        }
        byte[] bytes = wire.text("p never").get();

        Client client = read(bytes, List.of());

        int passed = whole + (fault.equals("inside") ? 3 : 0);
        assertThat(client.heard.get(client.heard.size() - 1)).startsWith(passed + " ended 1002 ");
        for (int cut = 1; cut < bytes.length; cut++) {
            assertThat(read(bytes, List.of(cut)).all()).as("cut at %d", cut).isEqualTo(client.all());
        }
    }
}
