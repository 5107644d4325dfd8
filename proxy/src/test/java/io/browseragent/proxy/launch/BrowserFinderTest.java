package io.browseragent.proxy.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrowserFinderTest {

    @TempDir
    Path folder;

    private Sandbox sandbox;
    private BrowserFinder finder;

    @BeforeEach
    void setUp() {
        sandbox = new Sandbox(folder);
        finder = new BrowserFinder(sandbox.machine(), Duration.ofSeconds(5));
    }

    @Test
    void looksForBraveThenChromeThenChromiumThenEdge() throws Exception {
        assertThat(finder.find(Optional.empty(), "")).isEmpty();
        sandbox.browser("microsoft-edge", "Microsoft Edge 156.0.1.1");
        assertThat(found("")).isEqualTo("Microsoft Edge");
        sandbox.browser("chromium-browser", "Chromium 156.0.1.1");
        assertThat(found("")).isEqualTo("Chromium");
        sandbox.browser("google-chrome-stable", "Google Chrome 156.0.1.1");
        assertThat(found("")).isEqualTo("Google Chrome");
        sandbox.browser("brave", "Brave Browser 156.1.1.1");
        assertThat(found("")).isEqualTo("Brave");
        assertThat(found("chromium")).isEqualTo("Chromium");
    }

    @ParameterizedTest
    @CsvSource({
        "Chromium 156.0.8078.114 built on Debian GNU/Linux 12 (bookworm), CHROMIUM, Chromium, 156.0.8078.114, 156",
        "Google Chrome 140.0.7339.80 unknown, CHROME, Google Chrome, 140.0.7339.80, 140",
        "Brave Browser 141.1.83.109, BRAVE, Brave, 141.1.83.109, 141",
        "Microsoft Edge 139.0.3405.86 , EDGE, Microsoft Edge, 139.0.3405.86, 139",
        "Google Chrome for Testing 140.0.7339.80, , Google Chrome for Testing, 140.0.7339.80, 140",
        "Vivaldi 7.5.3735.66 stable, , Vivaldi, 7.5.3735.66, 7",
        "nothing to see here, , my-browser, '', 0"
    })
    void aBrowserGivenByPathIsKnownByItsVersionLine(String line, BrowserApp app, String name, String version, int major)
            throws Exception {
        Path executable = sandbox.browser("my-browser", line);
        FoundBrowser browser = finder.find(Optional.of(executable), "Brave").orElseThrow();
        assertThat(browser).isEqualTo(new FoundBrowser(Optional.ofNullable(app), name, version, executable));
        assertThat(browser.majorVersion()).isEqualTo(major);
    }

    @Test
    void complaintsOfAWrapperScriptAreNotTheVersion() throws Exception {
        sandbox.script(
                "chromium",
                "echo '/usr/bin/chromium: 9: [: 25276514304: unexpected operator' >&2",
                "echo '[1:2:1130/201406.65:ERROR:dbus/bus.cc:405] Failed' >&2",
                "echo 'Chromium 156.0.1.2 built on Debian'");
        assertThat(finder.find(Optional.empty(), "").orElseThrow().version()).isEqualTo("156.0.1.2");
    }

    @Test
    @Timeout(20)
    void aBrowserThatHangsWhenAskedForItsVersionIsStillFound() throws Exception {
        sandbox.script("chromium", "/bin/sleep 60");
        BrowserFinder impatient = new BrowserFinder(sandbox.machine(), Duration.ofMillis(200));
        assertThat(impatient.find(Optional.empty(), "").orElseThrow().version()).isEmpty();
    }

    @Test
    void oneAskedForByNameIsNotReplacedByAnother() {
        sandbox.browser("brave", "Brave Browser 156.1.1.1");
        assertThatThrownBy(() -> finder.find(Optional.empty(), "Google Chrome"))
                .isInstanceOf(LaunchFailure.class)
                .hasMessageContaining("Google Chrome")
                .hasMessageContaining("not installed");
    }

    @Test
    void aPathThatIsNoProgramIsRefused() {
        assertThatThrownBy(() -> finder.find(Optional.of(folder.resolve("none")), ""))
                .isInstanceOf(LaunchFailure.class)
                .hasMessageContaining(folder.resolve("none").toString());
    }

    private String found(String preferred) throws LaunchFailure {
        return finder.find(Optional.empty(), preferred).orElseThrow().name();
    }
}
