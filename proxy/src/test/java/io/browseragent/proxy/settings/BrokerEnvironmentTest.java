package io.browseragent.proxy.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerEnvironmentTest {

    private static List<String> complaints(String... names) {
        return BrokerEnvironment.complaints(List.of(names));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "BROKER_PROXY_PORT",
                "BROKER_PORT",
                "BROKER_UPSTREAM_PORT",
                "BROKER_HOME",
                "BROKER_LOG",
                "BROKER_SKIP_BROWSER",
                "BROKER_ALLOWED_HOSTS",
                "BROKER_CLIENT_STALL"
            })
    void everySettingIsKnown(String name) {
        assertThat(complaints(name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "BROKER_URL",
                "BROKER_TTL",
                "BROKER_HEARTBEAT",
                "BROKER_DEBUG",
                "BROKER_MAX_TABS",
                "BROKER_HUMAN_QUIET",
                "BROKER_CHURN_WINDOW",
                "BROKER_CHURN_LIMIT",
                "BROKER_STAGE_DWELL",
                "BROKER_STAGE_WAIT",
                "BB_STEP_TIMEOUT",
                "BROWSER_APP",
                "BROWSER_AGENT_VISIBLE",
                "AI_BROWSER_CANVAS_HOOK",
                "AI_BROWSER_ACTION_TIMEOUT_MS",
                "AI_BROWSER_WATCHDOG",
                "AI_BROWSER_WATCHDOG_URLS",
                "MLX_URL",
                "CDP_URL",
                "MAX_STEPS"
            })
    void namesOfOtherPartsAreNotCalledUnknown(String name) {
        assertThat(complaints(name)).isEmpty();
    }

    @Test
    void nonsenseIsTold() {
        assertThat(complaints("BROKER_NONSENSE", "AI_BROWSER_NONSENSE"))
                .hasSize(2)
                .allMatch(line -> line.contains("is no setting"));
    }

    @Test
    void theOlderToolsNamesAreAnswered() {
        assertThat(complaints("AI_BROWSER_FOCUS", "AI_BROWSER_PORT", "AI_BROWSER_USER_DATA"))
                .containsExactly(
                        "AI_BROWSER_FOCUS has no meaning here: the focus is never taken from the person at the screen.",
                        "AI_BROWSER_PORT has no meaning here: set BROKER_PORT for the port of REST and events.",
                        "AI_BROWSER_USER_DATA has no meaning here: give the browser's profile folder with"
                                + " ./browser-agent up --profile DIR.");
    }
}
