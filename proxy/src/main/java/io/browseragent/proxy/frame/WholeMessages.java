package io.browseragent.proxy.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;

/**
 * Reads what a client sends, and shows each message whole to its sink before a byte of it goes on.
 *
 * <p>A message that lies whole in one read is unmasked where it is and goes on in the buffer it came in, its mask key
 * set to zero. A longer or fragmented one is held, and goes on as one frame: Chrome takes no fragments.
 *
 * <p>Confined to the event loop of its connection.
 */
public final class WholeMessages implements Handler<Buffer> {

    /** What to do with a message. */
    public enum Outcome {
        /** It goes on to the browser. */
        FORWARD,
        /** It ends here: {@link Sink#consumed()} follows, after all that came before it went on. */
        CONSUME,
        /** The sink needs time: nothing more is read until {@link #resume(boolean)}. */
        WAIT
    }

    /** Where messages go; called in the order of the wire. */
    public interface Sink {
        /** A whole message, unmasked. Its memory is valid until the outcome is known. */
        Outcome message(ByteBuf payload);

        /** The message of the last {@link Outcome#CONSUME} ends here; its memory is no longer valid. */
        void consumed();

        /** Frames for the browser. */
        void forward(Buffer frames);

        /** A frame for the browser whose memory is freed by {@code written}, once it is not needed any more. */
        void forward(Buffer frame, Runnable written);

        void ping(byte[] payload);

        /** The client said goodbye, or broke the protocol; nothing is read after this. */
        void ended(CloseStatus status, boolean byClient);
    }

    private final Sink sink;
    private final ByteBudget budget;
    private final long maxMessage;
    private final FrameHeader header = new FrameHeader();

    /** Bytes that wait for the rest of a header or control frame, or for the sink. */
    private ByteBuf carry = Unpooled.EMPTY_BUFFER;

    /** In the chunk under way: where what did not go on yet begins, and how far it was read. */
    private int start;

    private int at;

    private HeldMessage held;
    /** Payload bytes that the frame under way still lacks; only while a message is held. */
    private long rest;

    /** Whether the held message ends with the frame under way. */
    private boolean lastFrame;

    private boolean waiting;
    private boolean over;

    public WholeMessages(Sink sink, ByteBudget budget, long maxMessage) {
        this.sink = sink;
        this.budget = budget;
        this.maxMessage = maxMessage;
    }

    @Override
    public void handle(Buffer chunk) {
        if (over) {
            return;
        }
        ByteBuf in = chunk.getByteBuf();
        if (carry.isReadable()) {
            in = Unpooled.copiedBuffer(carry, in);
        }
        carry = Unpooled.EMPTY_BUFFER;
        if (waiting) {
            carry = in;
            return;
        }
        consume(in);
    }

    /** Goes on after {@link Outcome#WAIT}. */
    public void resume(boolean forward) {
        waiting = false;
        if (over) {
            dropHeld();
            return;
        }
        if (forward) {
            forwardHeld();
        } else {
            consumeHeld();
        }
        ByteBuf in = carry;
        carry = Unpooled.EMPTY_BUFFER;
        consume(in);
    }

    /** Nothing is read after this; what is held is freed, once the sink does not wait any more. */
    public void stop() {
        if (!over) {
            over = true;
            if (!waiting) {
                dropHeld();
            }
        }
    }

    private void consume(ByteBuf in) {
        try {
            read(in);
        } catch (ProtocolFault fault) {
            // What came before the fault is whole, and was shown to the sink.
            forward(in, start, at);
            stop();
            sink.ended(fault.status(), false);
        }
    }

    private void read(ByteBuf in) throws ProtocolFault {
        start = in.readerIndex();
        at = start;
        int end = in.writerIndex();
        while (at < end && !over) {
            if (rest > 0) {
                at += hold(in, at, end);
                start = at;
            } else if (!header.read(in, at, end)) {
                break;
            } else if (Opcode.isControl(header.opcode)) {
                if (header.frameSize() > end - at) {
                    break;
                }
                checkMasked();
                forward(in, start, at);
                control(in, at);
                at += (int) header.frameSize();
                start = at;
            } else if (held == null && header.fin && header.frameSize() <= end - at) {
                checkData();
                Outcome outcome = whole(in, at);
                if (outcome == Outcome.WAIT) {
                    throw new IllegalStateException("only a held message may wait");
                }
                if (outcome == Outcome.CONSUME) {
                    forward(in, start, at);
                    start = at + (int) header.frameSize();
                    sink.consumed();
                }
                at += (int) header.frameSize();
            } else {
                checkData();
                forward(in, start, at);
                beginHold();
                at += header.size;
                start = at;
            }
            if (held != null && rest == 0 && lastFrame && !waiting) {
                finishHeld();
            }
            if (waiting) {
                keep(in, at, end);
                return;
            }
        }
        if (!over) {
            forward(in, start, at);
            keep(in, at, end);
        }
    }

    private Outcome whole(ByteBuf in, int frame) {
        int payload = frame + header.size;
        int length = (int) header.length;
        Masking.apply(in, payload, length, header.mask, 0);
        in.setInt(payload - 4, 0);
        return sink.message(in.slice(payload, length));
    }

    private void beginHold() {
        if (held == null) {
            held = new HeldMessage(header.opcode, budget);
        }
        rest = header.length;
        lastFrame = header.fin;
    }

    private int hold(ByteBuf in, int at, int end) throws ProtocolFault {
        int length = (int) Math.min(rest, end - at);
        Masking.apply(in, at, length, header.mask, header.length - rest);
        held.append(in, at, length);
        rest -= length;
        return length;
    }

    private void finishHeld() {
        switch (sink.message(held.payload())) {
            case FORWARD -> forwardHeld();
            case CONSUME -> consumeHeld();
            case WAIT -> waiting = true;
        }
    }

    private void forwardHeld() {
        HeldMessage message = held;
        held = null;
        sink.forward(Buffer.buffer(message.toFrame()), message::discard);
    }

    private void consumeHeld() {
        dropHeld();
        sink.consumed();
    }

    private void dropHeld() {
        if (held != null) {
            held.discard();
            held = null;
        }
        rest = 0;
    }

    private void control(ByteBuf in, int frame) {
        int payload = frame + header.size;
        int length = (int) header.length;
        Masking.apply(in, payload, length, header.mask, 0);
        if (header.opcode == Opcode.PING) {
            sink.ping(ByteBufUtil.getBytes(in, payload, length));
        } else if (header.opcode == Opcode.CLOSE) {
            CloseStatus status = CloseStatus.read(in.slice(payload, length));
            stop();
            sink.ended(status, true);
        }
    }

    private void checkMasked() throws ProtocolFault {
        if (!header.masked) {
            throw new ProtocolFault(CloseStatus.PROTOCOL_ERROR, "a client's frames must be masked");
        }
    }

    private void checkData() throws ProtocolFault {
        checkMasked();
        boolean continuation = header.opcode == Opcode.CONTINUATION;
        if (continuation != (held != null)) {
            throw new ProtocolFault(
                    CloseStatus.PROTOCOL_ERROR,
                    continuation ? "continuation of no message" : "new message inside a fragmented one");
        }
        if (header.length > maxMessage || (held == null ? 0 : held.size()) + header.length > maxMessage) {
            throw new ProtocolFault(CloseStatus.TOO_BIG, "message is over " + megabytes(maxMessage) + " MB");
        }
    }

    private static long megabytes(long bytes) {
        return Math.round(bytes / (double) (1 << 20));
    }

    private void forward(ByteBuf in, int from, int to) {
        if (from < to) {
            sink.forward(Buffer.buffer(in.slice(from, to - from)));
        }
    }

    private void keep(ByteBuf in, int from, int to) {
        if (from < to) {
            carry = Unpooled.copiedBuffer(in.slice(from, to - from));
        }
    }
}
