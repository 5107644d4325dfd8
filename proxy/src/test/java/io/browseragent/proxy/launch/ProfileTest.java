package io.browseragent.proxy.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileTest {

    private static final Path HOME = Path.of("/broker");
    private static final Machine MACHINE =
            new Machine(Machine.Os.LINUX, Map.of(), Path.of("/user"), false, Sandbox.HOST);

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // app, name, version, given, folder, is the default one, is explained
                "CHROMIUM, Chromium,       156.0.1.2, -,                      /user/.config/chromium,           true,  false",
                "CHROME,   Google Chrome,  135.0.1.2, -,                      /user/.config/google-chrome,      true,  false",
                "CHROME,   Google Chrome,  136.0.1.2, -,                      /broker/profiles/google-chrome,   false, true",
                "EDGE,     Microsoft Edge, 156.0.1.2, -,                      /broker/profiles/microsoft-edge,  false, true",
                "EDGE,     Microsoft Edge, '',        -,                      /broker/profiles/microsoft-edge,  false, true",
                "-,        Vivaldi,        7.5.1.2,   -,                      /broker/profiles/vivaldi,         false, true",
                "-,        ../..,          '',        -,                      /broker/profiles/browser,         false, true",
                "CHROME,   Google Chrome,  156.0.1.2, /mine,                  /mine,                            false, false",
                "CHROMIUM, Chromium,       156.0.1.2, /user/.config/chromium, /user/.config/chromium,           true,  false",
            })
    void chosenFolder(
            BrowserApp app,
            String name,
            String version,
            Path given,
            Path folder,
            boolean isDefault,
            boolean explained) {
        FoundBrowser browser = new FoundBrowser(Optional.ofNullable(app), name, version, Path.of("/b"));
        Profile profile = Profile.choose(MACHINE, browser, Optional.ofNullable(given), HOME);
        assertThat(profile.folder()).isEqualTo(folder);
        assertThat(profile.isDefault()).isEqualTo(isDefault);
        assertThat(profile.why().isPresent()).isEqualTo(explained);
    }

    @Test
    void theReasonIsOneLineThatNamesVersionAndFolder() {
        FoundBrowser chrome =
                new FoundBrowser(Optional.of(BrowserApp.CHROME), "Google Chrome", "140.0.1.2", Path.of("/b"));
        assertThat(Profile.choose(MACHINE, chrome, Optional.empty(), HOME).why().orElseThrow())
                .contains("Google Chrome 140.0.1.2", "debug port", "/broker/profiles/google-chrome")
                .doesNotContain("\n");
    }
}
