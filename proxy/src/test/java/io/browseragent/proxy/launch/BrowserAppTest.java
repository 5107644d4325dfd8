package io.browseragent.proxy.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrowserAppTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "brave,BRAVE",
        "Brave,BRAVE",
        "Brave Browser,BRAVE",
        "chrome,CHROME",
        "Google Chrome,CHROME",
        "google-chrome,CHROME",
        "CHROMIUM,CHROMIUM",
        "edge,EDGE",
        "Microsoft Edge,EDGE"
    })
    void isFoundByTheNamesPeopleUse(String name, BrowserApp app) {
        assertThat(BrowserApp.named(name)).contains(app);
    }

    @ParameterizedTest
    @CsvSource({"Firefox", "Google Chrome Beta", "9", "''"})
    void otherNamesAreNotGuessedAt(String name) {
        assertThat(BrowserApp.named(name)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "CHROME,135,false",
        "CHROME,136,true",
        "CHROME,156,true",
        "CHROME,0,true",
        "EDGE,135,false",
        "EDGE,136,true",
        "EDGE,0,true",
        "BRAVE,156,false",
        "BRAVE,0,false",
        "CHROMIUM,156,false",
        "CHROMIUM,0,false"
    })
    void needsAProfileOfItsOwn(BrowserApp app, int majorVersion, boolean needed) {
        assertThat(app.needsOwnProfile(majorVersion)).isEqualTo(needed);
    }

    @ParameterizedTest
    @CsvSource({
        "BRAVE,    .config/BraveSoftware/Brave-Browser, Library/Application Support/BraveSoftware/Brave-Browser",
        "CHROME,   .config/google-chrome,               Library/Application Support/Google/Chrome",
        "CHROMIUM, .config/chromium,                    Library/Application Support/Chromium",
        "EDGE,     .config/microsoft-edge,              Library/Application Support/Microsoft Edge"
    })
    void defaultProfileOnEachSystem(BrowserApp app, String linux, String mac) {
        Sandbox sandbox = new Sandbox(folder);
        assertThat(app.defaultProfile(sandbox.machine()))
                .isEqualTo(sandbox.userHome().resolve(linux));
        assertThat(app.defaultProfile(sandbox.mac()))
                .isEqualTo(sandbox.userHome().resolve(mac));
    }

    @Test
    void defaultProfileFollowsTheConfigFolder() {
        Machine machine = new Sandbox(folder).machine(Map.of("XDG_CONFIG_HOME", "/elsewhere"));
        assertThat(BrowserApp.CHROMIUM.defaultProfile(machine)).isEqualTo(Path.of("/elsewhere/chromium"));
    }

    @ParameterizedTest
    @CsvSource({
        "brave-browser,BRAVE", "brave,BRAVE", "google-chrome-stable,CHROME", "google-chrome,CHROME",
        "chromium,CHROMIUM", "chromium-browser,CHROMIUM", "microsoft-edge-stable,EDGE", "microsoft-edge,EDGE"
    })
    void isFoundOnThePathOfLinux(String program, BrowserApp app) {
        Sandbox sandbox = new Sandbox(folder);
        assertThat(app.executable(sandbox.machine())).isEmpty();
        Path script = sandbox.script(program);
        assertThat(app.executable(sandbox.machine())).contains(script);
    }

    @ParameterizedTest
    @CsvSource({"BRAVE,Brave Browser", "CHROME,Google Chrome", "CHROMIUM,Chromium", "EDGE,Microsoft Edge"})
    void isFoundInTheApplicationsFolderOfTheUserOnMacOs(BrowserApp app, String bundle) {
        Sandbox sandbox = new Sandbox(folder);
        Path program = sandbox.userHome()
                .resolve("Applications/" + bundle + ".app/Contents/MacOS")
                .resolve(bundle);
        assertThat(app.executable(sandbox.mac())).isEmpty();
        Sandbox.script(program);
        assertThat(app.executable(sandbox.mac())).contains(program);
    }

    @Test
    void aFolderOrAPlainFileOnThePathIsNoProgram() throws Exception {
        Sandbox sandbox = new Sandbox(folder);
        Files.createDirectories(sandbox.bin().resolve("brave"));
        Files.createFile(sandbox.bin().resolve("brave-browser"));
        assertThat(BrowserApp.BRAVE.executable(sandbox.machine())).isEqualTo(Optional.empty());
    }
}
