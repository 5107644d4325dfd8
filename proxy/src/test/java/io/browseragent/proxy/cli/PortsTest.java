package io.browseragent.proxy.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

    @Test
    void theSettingsFileCountsWhereTheEnvironmentIsSilent(@TempDir Path home) throws IOException {
        Path file = Files.writeString(
                home.resolve("browser-agent.properties"), "broker.port=7001\nbroker.proxy-port=7002\nother=x\n");

        assertThat(Ports.from(Map.of("SMALLRYE_CONFIG_LOCATIONS", file.toString(), "BROKER_PROXY_PORT", "7003")))
                .isEqualTo(new Ports(7001, 7003, 9229));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Ports.from(
                        Map.of("SMALLRYE_CONFIG_LOCATIONS", home.resolve("none").toString())))
                .withMessageContaining("none");
    }
}
