package io.browseragent.proxy.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WholeMessagesTest {

    private static final int LIMIT = 4 << 20;

    private final ByteBudget budget = new ByteBudget(8 << 20);
    private final Browser browser = new Browser();
    private final WholeMessages messages = new WholeMessages(browser, budget, LIMIT);

    /** Plays the rest of the pipe: decides by the first letter, and reads what goes on as Chrome would. */
    private final class Browser implements WholeMessages.Sink {
        private Buffer forwarded = Buffer.buffer();
        private final List<String> heard = new ArrayList<>();
        private final List<Runnable> unwritten = new ArrayList<>();
        private boolean slow;
        private String last = "";

        @Override
        public WholeMessages.Outcome message(ByteBuf payload) {
            last = digest(ByteBufUtil.getBytes(payload));
            heard.add("message " + last);
            return switch (last.isEmpty() ? 'f' : last.charAt(0)) {
                case 'c' -> WholeMessages.Outcome.CONSUME;
                case 'w' -> WholeMessages.Outcome.WAIT;
                default -> WholeMessages.Outcome.FORWARD;
            };
        }

        @Override
        public void consumed() {
            read();
            heard.add("consumed " + last);
        }

        @Override
        public void forward(Buffer frames) {
            forward(frames, () -> {});
        }

        @Override
        public void forward(Buffer frames, Runnable written) {
            forwarded.appendBuffer(frames.copy());
            if (slow) {
                unwritten.add(written);
            } else {
                written.run();
            }
        }

        @Override
        public void ping(byte[] payload) {
            read();
            heard.add("ping " + new String(payload, StandardCharsets.UTF_8));
        }

        @Override
        public void ended(CloseStatus status, boolean byClient) {
            read();
            heard.add("ended " + status.code() + " " + status.reason() + (byClient ? " by client" : ""));
        }

        /** Takes whole frames off what was forwarded; each must be one message. */
        void read() {
            int at = 0;
            while (at < forwarded.length()) {
                int second = forwarded.getUnsignedByte(at + 1);
                assertThat(forwarded.getUnsignedByte(at) & 0xf0).as("one frame").isEqualTo(0x80);
                assertThat(second & 0x80).as("masked").isEqualTo(0x80);
                int size = (second & 127) < 126 ? 2 : (second & 127) == 126 ? 4 : 10;
                long length = size == 2
                        ? second & 127
                        : size == 4 ? forwarded.getUnsignedShort(at + 2) : forwarded.getLong(at + 2);
                assertThat(forwarded.getInt(at + size)).as("mask key").isZero();
                int payload = at + size + 4;
                int end = Math.toIntExact(payload + length);
                heard.add("browser " + (forwarded.getUnsignedByte(at) & 15) + " "
                        + digest(forwarded.getBytes(payload, end)));
                at = end;
            }
            forwarded = Buffer.buffer();
        }

        List<String> all() {
            read();
            return List.copyOf(heard);
        }
    }

    private static String digest(byte[] payload) {
        return payload.length < 200
                ? new String(payload, StandardCharsets.ISO_8859_1)
                : (char) payload[0] + "… " + payload.length + " " + Arrays.hashCode(payload);
    }

    @AfterEach
    void theBudgetIsReturned() {
        messages.stop();
        browser.unwritten.forEach(Runnable::run);
        assertThat(budget.used()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 125, 126, 127, 65535, 65536, 65537, 2 << 20})
    void aMessageOfAnySizeGoesOnAsItIsInOnePieceAndInMany(int size) {
        byte[] payload = ClientBytes.filled(size, 1);
        if (size > 0) {
            payload[0] = 'f';
        }
        byte[] wire = new ClientBytes(true).frame(0x81, payload).get();

        messages.handle(Buffer.buffer(wire.clone()));
        for (int at = 0; at < wire.length; at += 4099) {
            messages.handle(Buffer.buffer(Arrays.copyOfRange(wire, at, Math.min(wire.length, at + 4099))));
        }

        String text = digest(payload);
        assertThat(browser.all())
                .filteredOn(line -> line.startsWith("browser"))
                .containsExactly("browser 1 " + text, "browser 1 " + text);
    }

    @Test
    void theSameStreamCutAnywhereGivesTheSame() {
        byte[] wire = everything().get();
        List<String> expected = heard(wire, List.of());
        assertThat(expected).contains("ping inside", "consumed c-part-end", "ended 4000 bye by client");

        for (int cut = 1; cut < wire.length; cut++) {
            assertThat(heard(wire, List.of(cut))).as("cut at %d", cut).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theSameStreamInRandomPiecesGivesTheSame(long seed) {
        Random random = new Random(seed);
        byte[] wire = everything().get();
        List<String> expected = heard(wire, List.of());

        for (int round = 0; round < 200; round++) {
            List<Integer> cuts = random.ints(1 + random.nextInt(40), 1, wire.length)
                    .distinct()
                    .sorted()
                    .boxed()
                    .toList();
            assertThat(heard(wire, cuts)).as("seed %d, cuts %s", seed, cuts).isEqualTo(expected);
        }
    }

    /** One stream with whatever a client may send. */
    private static ClientBytes everything() {
        return new ClientBytes(true)
                .text("f1")
                .text("")
                .frame(0x89, "between".getBytes(StandardCharsets.UTF_8))
                .text("c1")
                .text("f2")
                .frame(0x01, "f-part-".getBytes(StandardCharsets.UTF_8))
                .frame(0x89, "inside".getBytes(StandardCharsets.UTF_8))
                .frame(0x00, new byte[0])
                .frame(0x8a, "unasked".getBytes(StandardCharsets.UTF_8))
                .frame(0x80, "end".getBytes(StandardCharsets.UTF_8))
                .frame(0x01, "c-part-".getBytes(StandardCharsets.UTF_8))
                .frame(0x80, "end".getBytes(StandardCharsets.UTF_8))
                .frame(0x01, new byte[0])
                .frame(0x80, new byte[0])
                .frame(0x82, "f binary".getBytes(StandardCharsets.UTF_8))
                .frame(0x81, ("f" + "x".repeat(125)).getBytes(StandardCharsets.UTF_8))
                .frame(0x81, ("c" + "y".repeat(300)).getBytes(StandardCharsets.UTF_8))
                .frame(0x89, new byte[125])
                .text("f3")
                .frame(0x88, new byte[] {0x0f, (byte) 0xa0, 'b', 'y', 'e'})
                .text("f after the end");
    }

    private List<String> heard(byte[] wire, List<Integer> cuts) {
        Browser own = new Browser();
        WholeMessages reader = new WholeMessages(own, budget, LIMIT);
        int from = 0;
        for (int cut : cuts) {
            reader.handle(Buffer.buffer(Arrays.copyOfRange(wire, from, cut)));
            from = cut;
        }
        reader.handle(Buffer.buffer(Arrays.copyOfRange(wire, from, wire.length)));
        reader.stop();
        assertThat(budget.used()).as("budget").isZero();
        return own.all();
    }

    @ParameterizedTest
    @CsvSource({
        "unmasked, 1002",
        "reserved bit, 1002",
        "unknown type, 1002",
        "unknown control, 1002",
        "long ping, 1002",
        "fragmented ping, 1002",
        "continuation of nothing, 1002",
        "message inside a message, 1002",
        "negative length, 1002",
        "too big, 1009",
        "too big in fragments, 1009"
    })
    void aFaultEndsTheConnectionAfterWhatCameBeforeIt(String fault, int code) {
        ClientBytes before = new ClientBytes(true).text("f before").text("c before");
        byte[] wire = broken(fault, before).text("f never").get();

        List<String> whole = heard(wire, List.of());

        assertThat(whole).containsSubsequence("browser 1 f before", "consumed c before");
        assertThat(whole.get(whole.size() - 1))
                .startsWith("ended " + code + " ")
                .doesNotContain("by client");
        assertThat(whole).noneMatch(line -> line.contains("never"));
        for (int cut = 1; cut < Math.min(wire.length, 120); cut++) {
            assertThat(heard(wire, List.of(cut)))
                    .as("cut at %d", cut)
                    .filteredOn(line -> !line.startsWith("message"))
                    .isEqualTo(whole.stream()
                            .filter(line -> !line.startsWith("message"))
                            .toList());
        }
    }

    private static ClientBytes broken(String fault, ClientBytes wire) {
        byte[] text = "f broken".getBytes(StandardCharsets.UTF_8);
        return switch (fault) {
            case "unmasked" -> wire.raw(0x81, 1, 'f');
            case "reserved bit" -> wire.frame(0xc1, text);
            case "unknown type" -> wire.frame(0x83, text);
            case "unknown control" -> wire.frame(0x8b, text);
            case "long ping" -> wire.frame(0x89, new byte[126]);
            case "fragmented ping" -> wire.frame(0x09, text);
            case "continuation of nothing" -> wire.frame(0x80, text);
            case "message inside a message" -> wire.frame(0x01, text).frame(0x81, text);
            case "negative length" -> wire.raw(0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
            case "too big" -> wire.raw(0x81, 0xff, 0, 0, 0, 0, 0, 0x40, 0, 1, 0, 0, 0, 0);
            case "too big in fragments" ->
                wire.frame(0x01, text).raw(0x80, 0xff, 0, 0, 0, 0, 0, 0x3f, 0xff, 0xf9, 0, 0, 0, 0);
            default -> throw new IllegalArgumentException(fault);
        };
    }

    @Test
    void aMessageOfExactlyTheLimitIsTaken() {
        byte[] payload = new byte[LIMIT];
        payload[0] = 'f';

        messages.handle(Buffer.buffer(new ClientBytes(true)
                .frame(0x01, Arrays.copyOf(payload, LIMIT - 1))
                .frame(0x80, new byte[1])
                .get()));

        assertThat(browser.all()).last().asString().startsWith("browser 1 f… " + LIMIT);
    }

    @Test
    void anEmptyBudgetEndsTheClientThatNeedsMore() {
        WholeMessages other = new WholeMessages(new Browser(), budget, 100 << 20);
        other.handle(Buffer.buffer(
                new ClientBytes(true).frame(0x01, new byte[6 << 20]).get()));
        assertThat(budget.used()).isBetween(6L << 20, budget.limit());

        messages.handle(Buffer.buffer(
                new ClientBytes(true).frame(0x01, new byte[3 << 20]).get()));

        assertThat(browser.all()).last().asString().startsWith("ended 1013 ").contains("8 MB");
        other.stop();
        assertThat(budget.used()).isZero();
    }

    @Test
    void anAnnouncedLengthReservesNothing() {
        messages.handle(Buffer.buffer(new ClientBytes(true)
                .raw(0x81, 0xff, 0, 0, 0, 0, 0, 0x3f, 0, 0, 1, 2, 3, 4, 'x')
                .get()));

        assertThat(budget.used()).isBetween(1L, 64L << 10);
    }

    @Test
    void memoryIsFreedWhenTheBrowserHasTakenIt() {
        browser.slow = true;

        messages.handle(Buffer.buffer(new ClientBytes(true)
                .frame(0x01, "f".getBytes(StandardCharsets.UTF_8))
                .frame(0x80, new byte[100_000])
                .get()));
        assertThat(budget.used()).isPositive();

        browser.unwritten.forEach(Runnable::run);
        browser.unwritten.clear();
        assertThat(budget.used()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatComesWhileTheSinkThinksIsReadAfterwards(boolean forward) {
        byte[] wire = new ClientBytes(true)
                .text("f1")
                .frame(0x01, "w-part-".getBytes(StandardCharsets.UTF_8))
                .frame(0x80, "end".getBytes(StandardCharsets.UTF_8))
                .text("f2")
                .frame(0x01, "w-again-".getBytes(StandardCharsets.UTF_8))
                .frame(0x80, "end".getBytes(StandardCharsets.UTF_8))
                .text("c3")
                .get();

        for (byte one : wire) {
            messages.handle(Buffer.buffer(new byte[] {one}));
        }
        assertThat(browser.all()).containsExactlyInAnyOrder("message f1", "browser 1 f1", "message w-part-end");

        messages.resume(forward);
        messages.resume(forward);

        String first = forward ? "browser 1 w-part-end" : "consumed w-part-end";
        String second = forward ? "browser 1 w-again-end" : "consumed w-again-end";
        assertThat(browser.all().stream().filter(line -> !line.startsWith("message")))
                .containsExactly("browser 1 f1", first, "browser 1 f2", second, "consumed c3");
    }

    @Test
    void aClientThatLeavesWhileTheSinkThinksLosesItsMessageOnlyThen() {
        messages.handle(Buffer.buffer(new ClientBytes(true)
                .frame(0x01, "w".getBytes(StandardCharsets.UTF_8))
                .frame(0x80, new byte[0])
                .text("f2")
                .get()));

        messages.stop();
        assertThat(budget.used()).as("the worker still reads it").isPositive();
        messages.resume(true);

        assertThat(budget.used()).isZero();
        assertThat(browser.all()).containsExactly("message w");
    }

    @Test
    void nothingIsReadAfterStop() {
        messages.handle(
                Buffer.buffer(new ClientBytes(true).frame(0x01, new byte[10]).get()));
        messages.stop();
        messages.stop();
        messages.handle(Buffer.buffer(new ClientBytes(true).text("f").get()));

        assertThat(browser.all()).isEmpty();
    }
}
