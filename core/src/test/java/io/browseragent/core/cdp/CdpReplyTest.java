package io.browseragent.core.cdp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class CdpReplyTest {

    @Test
    void fieldsComeInChromesOrder() {
        CdpEnvelope command = new CdpEnvelope(-3, "Page.bringToFront", Optional.of("S"));

        assertThat(text(CdpReply.empty(command))).isEqualTo("{\"id\":-3,\"result\":{},\"sessionId\":\"S\"}");
        assertThat(text(CdpReply.error(command, CdpError.NOT_ALLOWED)))
                .isEqualTo("{\"id\":-3,\"error\":{\"code\":-32000,\"message\":\"Not allowed\"},\"sessionId\":\"S\"}");
    }

    @Test
    void sessionIsLeftOutWhereTheCommandHadNone() {
        assertThat(text(CdpReply.empty(new CdpEnvelope(1, "X.y", Optional.empty()))))
                .isEqualTo("{\"id\":1,\"result\":{}}");
    }

    @Test
    void idIsLeftOutWhereNoneWasRead() {
        assertThat(text(CdpReply.error(new MalformedCommand(CdpError.ID_MISSING, OptionalInt.empty()))))
                .isEqualTo("{\"error\":{\"code\":-32600,\"message\":\"Message must have integer 'id' property\"}}");
        assertThat(text(CdpReply.error(new MalformedCommand(CdpError.METHOD_MISSING, OptionalInt.of(4)))))
                .startsWith("{\"id\":4,\"error\":");
    }

    @Test
    void aSessionIdWithQuotesAndALoneSurrogateStaysJson() {
        String session = "\"},\"x\":\"\ud800";

        assertThat(text(CdpReply.empty(new CdpEnvelope(1, "X.y", Optional.of(session)))))
                .isEqualTo("{\"id\":1,\"result\":{},\"sessionId\":\"\\\"},\\\"x\\\":\\\"\\uD800\"}");
    }

    private static String text(byte[] reply) {
        return new String(reply, StandardCharsets.UTF_8);
    }
}
