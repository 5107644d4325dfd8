package io.browseragent.core.testing;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** One websocket frame as it crossed the wire (payload unmasked), and the code to read and write it. */
public record WireFrame(int opcode, boolean fin, boolean masked, byte[] payload) {

    public static final int CONTINUATION = 0;
    public static final int TEXT = 1;
    public static final int BINARY = 2;
    public static final int CLOSE = 8;
    public static final int PING = 9;
    public static final int PONG = 10;

    // Masking matters to the tests, secrecy does not.
    private static final byte[] KEY = {0x21, 0x43, 0x65, 0x07};

    public static WireFrame of(int opcode, String text) {
        return new WireFrame(opcode, true, false, text.getBytes(StandardCharsets.UTF_8));
    }

    public static WireFrame close(int code, String reason) {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        byte[] payload = ByteBuffer.allocate(2 + text.length)
                .putShort((short) code)
                .put(text)
                .array();
        return new WireFrame(CLOSE, true, false, payload);
    }

    public String text() {
        return new String(payload, StandardCharsets.UTF_8);
    }

    /** The status of a close frame, 1005 when it carries none. */
    public int closeCode() {
        return payload.length < 2 ? 1005 : ByteBuffer.wrap(payload).getShort() & 0xffff;
    }

    public String closeReason() {
        return payload.length < 2 ? "" : new String(payload, 2, payload.length - 2, StandardCharsets.UTF_8);
    }

    public WireFrame withMask() {
        return new WireFrame(opcode, fin, true, payload);
    }

    public byte[] encode() {
        byte[] header = header(opcode, fin, masked, payload.length);
        ByteBuffer frame = ByteBuffer.allocate(header.length + (masked ? 4 : 0) + payload.length);
        frame.put(header);
        if (!masked) {
            return frame.put(payload).array();
        }
        frame.put(KEY);
        for (int i = 0; i < payload.length; i++) {
            frame.put((byte) (payload[i] ^ KEY[i & 3]));
        }
        return frame.array();
    }

    static byte[] header(int opcode, boolean fin, boolean masked, long length) {
        int size = length < 126 ? 2 : length < 65536 ? 4 : 10;
        ByteBuffer header = ByteBuffer.allocate(size);
        header.put((byte) (opcode | (fin ? 0x80 : 0)));
        int mask = masked ? 0x80 : 0;
        if (size == 2) {
            header.put((byte) (mask | length));
        } else if (size == 4) {
            header.put((byte) (mask | 126)).putShort((short) length);
        } else {
            header.put((byte) (mask | 127)).putLong(length);
        }
        return header.array();
    }

    /** Blocks for the next frame; an end of stream, also one inside a frame, is an {@link EOFException}. */
    public static WireFrame read(InputStream in) throws IOException {
        int first = (int) number(in, 1);
        int second = (int) number(in, 1);
        long length = second & 0x7f;
        if (length == 126) {
            length = number(in, 2);
        } else if (length == 127) {
            length = number(in, 8);
        }
        boolean masked = (second & 0x80) != 0;
        byte[] key = exactly(in, masked ? 4 : 0);
        byte[] payload = exactly(in, Math.toIntExact(length));
        for (int i = 0; masked && i < payload.length; i++) {
            payload[i] ^= key[i & 3];
        }
        return new WireFrame(first & 0x0f, (first & 0x80) != 0, masked, payload);
    }

    private static long number(InputStream in, int bytes) throws IOException {
        long value = 0;
        for (byte b : exactly(in, bytes)) {
            value = value << 8 | b & 0xff;
        }
        return value;
    }

    private static byte[] exactly(InputStream in, int length) throws IOException {
        byte[] bytes = new byte[length];
        if (in.readNBytes(bytes, 0, length) < length) {
            throw new EOFException("end of stream inside a frame or before one");
        }
        return bytes;
    }

    @Override
    public String toString() {
        return "WireFrame[opcode=" + opcode + ", fin=" + fin + ", masked=" + masked + ", " + payload.length + " bytes]";
    }
}
