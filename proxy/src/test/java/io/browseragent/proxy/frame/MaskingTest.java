package io.browseragent.proxy.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

class MaskingTest {

    private static final byte[] KEY = {(byte) 0x81, 0x02, (byte) 0xf3, 0x7f};
    private static final int MASK = 0x8102f37f;

    @Test
    void everyPhaseAndLengthIsUnmaskedOnAndOffTheHeap() {
        for (int phase = 0; phase < 8; phase++) {
            for (int length = 0; length < 40; length++) {
                byte[] plain = ClientBytes.filled(length, 7);
                byte[] masked = plain.clone();
                for (int i = 0; i < length; i++) {
                    masked[i] ^= KEY[(phase + i) % 4];
                }
                check(Unpooled.buffer(64), masked, plain, phase);
                check(Unpooled.directBuffer(64), masked, plain, phase);
                check(Unpooled.buffer(80).writeZero(5).slice(5, 64).setIndex(0, 0), masked, plain, phase);
            }
        }
    }

    private static void check(ByteBuf bytes, byte[] masked, byte[] plain, int phase) {
        bytes.setZero(0, 64);
        bytes.setBytes(9, masked);

        Masking.apply(bytes, 9, masked.length, MASK, (1L << 33) + phase);

        assertThat(ByteBufUtil.getBytes(bytes, 9, plain.length))
                .as("phase %d, length %d", phase, plain.length)
                .isEqualTo(plain);
        assertThat(ByteBufUtil.getBytes(bytes, 0, 9)).containsOnly(0);
        assertThat(ByteBufUtil.getBytes(bytes, 9 + plain.length, 55 - plain.length))
                .containsOnly(0);
    }
}
