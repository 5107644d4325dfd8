package io.browseragent.proxy.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortsTest {

    @Test
    void theUsualOnesWithoutSettings() {
        assertThat(Ports.from(Map.of())).isEqualTo(new Ports(9223, 9222, 9229));
    }

    @Test
    void settingsWinAndEmptyOnesDoNot() {
        assertThat(Ports.from(Map.of("BROKER_PORT", " 1 ", "BROKER_PROXY_PORT", "65535", "BROKER_UPSTREAM_PORT", "")))
                .isEqualTo(new Ports(1, 65535, 9229));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "65536", "abc", "92 22"})
    void whatIsNoPortIsToldByItsName(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Ports.from(Map.of("BROKER_PROXY_PORT", text)))
                .withMessageContaining("BROKER_PROXY_PORT")
                .withMessageContaining(text);
    }
}
