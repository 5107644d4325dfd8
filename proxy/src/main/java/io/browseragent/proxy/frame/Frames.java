package io.browseragent.proxy.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/** Builds frames. Towards the browser they carry the mask key zero, which leaves the payload as it is. */
public final class Frames {

    private Frames() {}

    /** A whole text message for a client. */
    public static Buffer text(byte[] payload) {
        return unmasked(Opcode.TEXT, payload);
    }

    /** The answer to a ping. */
    public static Buffer pong(byte[] payload) {
        return unmasked(Opcode.PONG, payload);
    }

    public static Buffer close(CloseStatus status) {
        return unmasked(Opcode.CLOSE, closePayload(status));
    }

    /** A whole text message for the browser. */
    public static Buffer maskedText(byte[] payload) {
        return masked(Opcode.TEXT, payload);
    }

    public static Buffer maskedPong(byte[] payload) {
        return masked(Opcode.PONG, payload);
    }

    public static Buffer maskedClose(CloseStatus status) {
        return masked(Opcode.CLOSE, closePayload(status));
    }

    static Buffer unmasked(int opcode, byte[] payload) {
        ByteBuf frame = Unpooled.buffer(FrameHeader.MAX_SIZE + payload.length);
        writeHeader(frame, opcode, payload.length, false);
        return Buffer.buffer(frame.writeBytes(payload));
    }

    private static Buffer masked(int opcode, byte[] payload) {
        ByteBuf frame = Unpooled.buffer(FrameHeader.MAX_SIZE + payload.length);
        writeHeader(frame, opcode, payload.length, true);
        return Buffer.buffer(frame.writeBytes(payload));
    }

    /** Header of an unfragmented message; masked means a mask key of zero. */
    static void writeHeader(ByteBuf out, int opcode, long length, boolean masked) {
        int maskBit = masked ? 128 : 0;
        out.writeByte(128 | opcode);
        if (length < 126) {
            out.writeByte(maskBit | (int) length);
        } else if (length <= 0xFFFF) {
            out.writeByte(maskBit | 126).writeShort((int) length);
        } else {
            out.writeByte(maskBit | 127).writeLong(length);
        }
        if (masked) {
            out.writeInt(0);
        }
    }

    private static byte[] closePayload(CloseStatus status) {
        if (status.code() == CloseStatus.NONE) {
            return new byte[0];
        }
        byte[] reason = status.reason().getBytes(StandardCharsets.UTF_8);
        byte[] payload = new byte[2 + reason.length];
        payload[0] = (byte) (status.code() >> 8);
        payload[1] = (byte) status.code();
        System.arraycopy(reason, 0, payload, 2, reason.length);
        return payload;
    }
}
