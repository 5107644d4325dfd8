package io.browseragent.core.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class EnvironmentNamesTest {

    private final EnvironmentNames names = new EnvironmentNames("BROKER_")
            .know(List.of("broker.port", "broker.proxy-port", "broker.allowed-hosts", "BROKER_URL"))
            .answer("BROKER_PYTHON", "there is no Python.");

    @Test
    void settingsInAnySpellingAreKnown() {
        assertThat(names.complaints(List.of("BROKER_PORT", "BROKER_PROXY_PORT", "broker.proxy-port", "BROKER_URL")))
                .isEmpty();
    }

    @Test
    void elementsOfAListAreKnown() {
        assertThat(names.complaints(List.of("BROKER_ALLOWED_HOSTS_0_", "BROKER_ALLOWED_HOSTS_12_")))
                .isEmpty();
    }

    @Test
    void otherProgramsNamesAreNobodysBusiness() {
        assertThat(names.complaints(List.of("PATH", "BROKERAGE", "BROWSER_APP", "MY_BROKER_X")))
                .isEmpty();
    }

    @Test
    void anUnknownNameIsTold() {
        assertThat(names.complaints(List.of("PATH", "BROKER_NONSENSE")))
                .containsExactly("BROKER_NONSENSE in the environment is no setting, and is ignored");
    }

    @Test
    void anUnknownNameIsToldOnceInWhateverSpellingsItComes() {
        assertThat(names.complaints(List.of("broker.nonsense", "BROKER_NONSENSE")))
                .singleElement()
                .asString()
                .startsWith("BROKER_NONSENSE ");
    }

    @Test
    void aSlipOfThePenIsToldWithTheRightName() {
        assertThat(names.complaints(List.of("BROKER_PROXY_PROT", "BROKER_PROT")))
                .containsExactly(
                        "BROKER_PROT in the environment is no setting, and is ignored; did you mean BROKER_PORT?",
                        "BROKER_PROXY_PROT in the environment is no setting, and is ignored;"
                                + " did you mean BROKER_PROXY_PORT?");
    }

    @Test
    void aNameFromElsewhereIsAnswered() {
        assertThat(names.complaints(List.of("BROKER_PYTHON")))
                .containsExactly("BROKER_PYTHON has no meaning here: there is no Python.");
    }

    interface Settings {

        int somePort();

        Group group();

        interface Group {
            int stageWait();
        }
    }

    @Test
    void aConfigurationInterfaceIsKnownWithItsGroups() {
        assertThat(new EnvironmentNames("BROKER_")
                        .know(Settings.class)
                        .complaints(List.of("BROKER_SOME_PORT", "BROKER_GROUP_STAGE_WAIT", "BROKER_GROUP_NONSENSE")))
                .singleElement()
                .asString()
                .startsWith("BROKER_GROUP_NONSENSE ");
    }

    @Test
    void keysBecomeNames() {
        assertThat(EnvironmentNames.name("broker.proxy-port")).isEqualTo("BROKER_PROXY_PORT");
    }
}
