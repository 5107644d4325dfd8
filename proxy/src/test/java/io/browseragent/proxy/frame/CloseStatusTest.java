package io.browseragent.proxy.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CloseStatusTest {

    @ParameterizedTest
    @CsvSource({
        "0,1000", "999,1000", "1000,1000", "1001,1001", "1002,1002", "1003,1003", "1004,1000", "1005,1000",
        "1006,1000", "1007,1007", "1011,1011", "1013,1013", "1014,1014", "1015,1000", "1016,1000", "2999,1000",
        "3000,3000", "4000,4000", "4999,4999", "5000,1000", "65535,1000"
    })
    void aCodeThatMayNotTravelBecomesOneThatMay(int received, int sent) {
        CloseStatus status = CloseStatus.read(payload(received, "why"));

        assertThat(status.code()).isEqualTo(sent);
        assertThat(status.reason()).isEqualTo("why");
        assertThat(Frames.close(status).getUnsignedShort(2)).isEqualTo(sent);
    }

    @Test
    void noCodeIsSentAsNoCode() {
        assertThat(CloseStatus.read(Unpooled.EMPTY_BUFFER).code()).isEqualTo(CloseStatus.NONE);
        assertThat(CloseStatus.read(Unpooled.wrappedBuffer(new byte[1])).code()).isEqualTo(CloseStatus.NONE);
        assertThat(Frames.close(new CloseStatus(CloseStatus.NONE, "")).getBytes())
                .containsExactly(0x88, 0);
        assertThat(Frames.maskedClose(new CloseStatus(CloseStatus.NONE, "")).getBytes())
                .containsExactly(0x88, 0x80, 0, 0, 0, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 999, 1004, 1006, 1015, 2000, 5000})
    void ourOwnCodesAreChecked(int code) {
        assertThatThrownBy(() -> new CloseStatus(code, "")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aLongReasonIsCutAtACharacter() {
        CloseStatus status = new CloseStatus(1000, "x" + "\ud83d\ude00".repeat(60));

        assertThat(status.reason()).isEqualTo("x" + "\ud83d\ude00".repeat(30));
        assertThat(Frames.close(status).length()).isLessThanOrEqualTo(127);
    }

    @Test
    void aReasonThatIsNoUtf8FitsStill() {
        byte[] broken = new byte[125];
        java.util.Arrays.fill(broken, (byte) 0xff);
        broken[0] = 3;
        broken[1] = (byte) 0xe8;

        CloseStatus status = CloseStatus.read(Unpooled.wrappedBuffer(broken));

        assertThat(status.code()).isEqualTo(1000);
        assertThat(status.reason().getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(123);
    }

    private static ByteBuf payload(int code, String reason) {
        return Unpooled.buffer()
                .writeShort(code)
                .writeBytes(ByteBufUtil.writeUtf8(Unpooled.buffer().alloc(), reason));
    }
}
