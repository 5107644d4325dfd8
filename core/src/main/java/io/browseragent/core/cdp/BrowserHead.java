package io.browseragent.core.cdp;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * What the first bytes of a browser's message say.
 *
 * <p>Chrome writes {@code {"id":N,…} } for a reply and {@code {"method":"X.y",…} } for an event, in this order and without
 * blanks (measured against Chromium 156), so a message of any size is told by its head; its body is never parsed.
 */
public final class BrowserHead {

    /** Returned where the message is no reply. */
    public static final long NO_REPLY = Long.MIN_VALUE;

    /** As many bytes as a head ever needs. */
    public static final int LENGTH = 512;

    private static final int MAX_DIGITS = "-2147483648".length();
    private static final byte[] REPLY = "{\"id\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] EVENT = "{\"method\":\"".getBytes(StandardCharsets.US_ASCII);

    private BrowserHead() {}

    /** The id of the command that this message replies to, or {@link #NO_REPLY}. */
    public static long replyId(ByteBuf bytes, int from, int length) {
        if (!startsWith(bytes, from, length, REPLY)) {
            return NO_REPLY;
        }
        int start = from + REPLY.length;
        int end = bytes.indexOf(start, Math.min(from + length, start + MAX_DIGITS + 1), (byte) ',');
        if (end < 0) {
            return NO_REPLY;
        }
        try {
            return Integer.parseInt(bytes.toString(start, end - start, StandardCharsets.US_ASCII));
        } catch (NumberFormatException e) {
            return NO_REPLY;
        }
    }

    /** The event's method, or an empty string where the message is no event. */
    public static String eventMethod(ByteBuf bytes, int from, int length) {
        if (!startsWith(bytes, from, length, EVENT)) {
            return "";
        }
        int start = from + EVENT.length;
        int end = bytes.indexOf(start, from + length, (byte) '"');
        return end < 0 ? "" : bytes.toString(start, end - start, StandardCharsets.US_ASCII);
    }

    private static boolean startsWith(ByteBuf bytes, int from, int length, byte[] prefix) {
        if (length < prefix.length) {
            return false;
        }
        for (int i = 0; i < prefix.length; i++) {
            if (bytes.getByte(from + i) != prefix[i]) {
                return false;
            }
        }
        return true;
    }
}
