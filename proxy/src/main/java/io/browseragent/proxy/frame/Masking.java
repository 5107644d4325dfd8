package io.browseragent.proxy.frame;

import io.netty.buffer.ByteBuf;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The XOR of RFC 6455 section 5.3, in place and eight bytes at a time. */
final class Masking {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Masking() {}

    /**
     * Unmasks {@code length} bytes at {@code from}.
     *
     * @param phase how many bytes of the payload lie before {@code from}
     */
    static void apply(ByteBuf bytes, int from, int length, int mask, long phase) {
        if (mask == 0) {
            return;
        }
        int key = Integer.rotateLeft(mask, 8 * (int) (phase & 3));
        if (bytes.hasArray()) {
            apply(bytes.array(), bytes.arrayOffset() + from, length, key);
            return;
        }
        for (int i = 0; i < length; i++) {
            bytes.setByte(from + i, bytes.getByte(from + i) ^ keyByte(key, i));
        }
    }

    private static void apply(byte[] bytes, int from, int length, int key) {
        long wide = (long) key << 32 | key & 0xFFFFFFFFL;
        int i = 0;
        for (; i <= length - 8; i += 8) {
            LONGS.set(bytes, from + i, (long) LONGS.get(bytes, from + i) ^ wide);
        }
        for (; i < length; i++) {
            bytes[from + i] ^= (byte) keyByte(key, i);
        }
    }

    private static int keyByte(int key, int index) {
        return key >>> 24 - 8 * (index & 3);
    }
}
