package io.browseragent.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HandshakeTest {

    /** <a href="https://www.rfc-editor.org/rfc/rfc6455#section-1.3">RFC 6455, section 1.3</a>. */
    @Test
    void theKeyOfTheRfcIsAccepted() {
        assertThat(Handshake.accept("dGhlIHNhbXBsZSBub25jZQ==")).isEqualTo("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }
}
