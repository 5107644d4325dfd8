package io.browseragent.proxy.frame;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * Why a WebSocket ends, in a form that may be sent.
 *
 * @param code {@link #NONE}, or a code that RFC 6455 section 7.4 allows on the wire
 * @param reason at most 123 bytes of UTF-8
 */
public record CloseStatus(int code, String reason) {

    /** No code was given: sent as an empty close frame. */
    public static final int NONE = 1005;

    public static final int NORMAL = 1000;
    public static final int GOING_AWAY = 1001;
    public static final int PROTOCOL_ERROR = 1002;
    public static final int POLICY = 1008;
    public static final int TOO_BIG = 1009;
    public static final int INTERNAL = 1011;
    public static final int TRY_AGAIN_LATER = 1013;

    private static final int MAX_REASON_BYTES = 123;

    public CloseStatus {
        if (!isSendable(code) && code != NONE) {
            throw new IllegalArgumentException("close code " + code + " may not be sent");
        }
        reason = shorten(reason);
    }

    /** Reads the payload of a close frame; a code that may not travel becomes one that may. */
    static CloseStatus read(ByteBuf payload) {
        if (payload.readableBytes() < 2) {
            return new CloseStatus(NONE, "");
        }
        int code = payload.getUnsignedShort(payload.readerIndex());
        String reason =
                payload.toString(payload.readerIndex() + 2, payload.readableBytes() - 2, StandardCharsets.UTF_8);
        return new CloseStatus(isSendable(code) ? code : NORMAL, reason);
    }

    /** 1004 to 1006 and 1015 only describe what happened; clients take the other undefined ones for a fault. */
    private static boolean isSendable(int code) {
        return code >= 1000 && code <= 1014 && (code < 1004 || code > 1006) || code >= 3000 && code <= 4999;
    }

    private static String shorten(String reason) {
        String shorter = reason;
        while (shorter.getBytes(StandardCharsets.UTF_8).length > MAX_REASON_BYTES) {
            shorter = shorter.substring(0, shorter.offsetByCodePoints(shorter.length(), -1));
        }
        return shorter;
    }
}
