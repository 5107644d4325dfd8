package io.browseragent.proxy.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;

/**
 * Reads what the browser sends, and passes its bytes on as they come: the head of each message decides, its body is
 * not gathered.
 *
 * <p>Confined to the event loop of its connection.
 */
public final class StreamedMessages implements Handler<Buffer> {

    /** What to do with a message, once its head is known. */
    public enum Look {
        /** Its bytes go on. */
        PASS,
        /** Its bytes do not go on, the sink gets it whole; for small messages. */
        TELL
    }

    /** Where messages go; called in the order of the wire. */
    public interface Sink {
        /** The first bytes of a message: all of it, or as many as were asked for. */
        Look head(ByteBuf in, int from, int length);

        /** Frames, or parts of a frame; whoever takes them releases them, as a write does. */
        void pass(ByteBuf bytes);

        /** Whether something waits to be put between two messages: then each is passed on at its end. */
        boolean wantsGap();

        /** A message that was to be told. */
        void told(byte[] payload);

        void ping(byte[] payload);

        /** The browser said goodbye, or broke the protocol; nothing is read after this. */
        void ended(CloseStatus status);
    }

    private final Sink sink;
    private final int headLength;
    private final int maxTold;
    private final FrameHeader header = new FrameHeader();

    /** Bytes that wait for the rest of a header, head or control frame. */
    private ByteBuf carry = Unpooled.EMPTY_BUFFER;

    /** In the chunk under way: where what is not passed on yet begins, and how far it was read. */
    private int start;

    private int at;

    private long rest;
    private boolean inMessage;
    private Look look = Look.PASS;
    private ByteArrayOutputStream told;
    private boolean over;

    /**
     * @param headLength how many bytes of a message the sink needs to decide
     * @param maxTold bytes of the largest message that is told; a larger one ends the connection
     */
    public StreamedMessages(Sink sink, int headLength, int maxTold) {
        this.sink = sink;
        this.headLength = headLength;
        this.maxTold = maxTold;
    }

    /** Whether another message may be put between what was passed on and what is still to come. */
    public boolean betweenMessages() {
        // Of a message that is told nothing was passed on.
        return !inMessage || look == Look.TELL;
    }

    /** Nothing is read after this. */
    public void stop() {
        over = true;
    }

    @Override
    public void handle(Buffer chunk) {
        handle(chunk.getByteBuf());
    }

    /** @param chunk what is passed on of it is retained; the caller releases it */
    public void handle(ByteBuf chunk) {
        if (over) {
            return;
        }
        ByteBuf in = chunk;
        if (carry.isReadable()) {
            in = Unpooled.copiedBuffer(carry, in);
            carry = Unpooled.EMPTY_BUFFER;
        }
        try {
            read(in);
        } catch (ProtocolFault fault) {
            over = true;
            // What came before the fault is whole.
            pass(in, start, at);
            sink.ended(fault.status());
        }
    }

    private void read(ByteBuf in) throws ProtocolFault {
        start = in.readerIndex();
        at = start;
        int end = in.writerIndex();
        while (at < end && !over) {
            if (rest > 0) {
                body(in, end);
            } else if (!header.read(in, at, end)) {
                break;
            } else {
                checkUnmasked();
                if (Opcode.isControl(header.opcode)) {
                    if (!controlFrame(in, end)) {
                        break;
                    }
                    continue;
                }
                if (!beginFrame(in, end)) {
                    break;
                }
            }
            if (look == Look.TELL) {
                start = at;
            }
            if (rest == 0 && header.fin) {
                endMessage(in);
            }
        }
        pass(in, start, at);
        if (at < end && !over) {
            carry = Unpooled.copiedBuffer(in.slice(at, end - at));
        }
    }

    private void body(ByteBuf in, int end) {
        int length = (int) Math.min(rest, end - at);
        if (told != null) {
            told.writeBytes(ByteBufUtil.getBytes(in, at, length));
        }
        rest -= length;
        at += length;
    }

    /** False when the frame is not whole yet. */
    private boolean controlFrame(ByteBuf in, int end) {
        if (header.frameSize() > end - at) {
            return false;
        }
        pass(in, start, at);
        control(in, at + header.size);
        at += (int) header.frameSize();
        start = at;
        return true;
    }

    /** False when the frame begins a message whose head is not whole yet. */
    private boolean beginFrame(ByteBuf in, int end) throws ProtocolFault {
        boolean continuation = header.opcode == Opcode.CONTINUATION;
        if (continuation != inMessage) {
            throw new ProtocolFault(
                    CloseStatus.PROTOCOL_ERROR,
                    continuation ? "continuation of no message" : "new message inside a fragmented one");
        }
        if (!inMessage) {
            int head = (int) Math.min(header.length, headLength);
            if (end - at < header.size + head) {
                return false;
            }
            look = sink.head(in, at + header.size, head);
            told = look == Look.PASS ? null : new ByteArrayOutputStream(head);
            inMessage = true;
        }
        if (look == Look.TELL) {
            pass(in, start, at);
            start = at;
            if (told.size() + header.length > maxTold) {
                throw new ProtocolFault(
                        CloseStatus.TOO_BIG,
                        "over " + (maxTold >> 20) + " MB in one message beside a session without flatten; use flatten");
            }
        }
        rest = header.length;
        at += header.size;
        return true;
    }

    private void endMessage(ByteBuf in) {
        inMessage = false;
        if (told != null) {
            byte[] payload = told.toByteArray();
            told = null;
            sink.told(payload);
        } else if (sink.wantsGap()) {
            pass(in, start, at);
            start = at;
        }
    }

    private void control(ByteBuf in, int payload) {
        int length = (int) header.length;
        if (header.opcode == Opcode.PING) {
            sink.ping(ByteBufUtil.getBytes(in, payload, length));
        } else if (header.opcode == Opcode.CLOSE) {
            over = true;
            sink.ended(CloseStatus.read(in.slice(payload, length)));
        }
    }

    private void checkUnmasked() throws ProtocolFault {
        if (header.masked) {
            throw new ProtocolFault(CloseStatus.PROTOCOL_ERROR, "a server's frames must not be masked");
        }
    }

    private void pass(ByteBuf in, int from, int to) {
        if (from >= to) {
            return;
        }
        sink.pass(in.retainedSlice(from, to - from));
    }
}
