package io.browseragent.proxy.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrowserFlagsTest {

    private static final List<String> ALWAYS = List.of(
            "--remote-debugging-port=9229",
            "--no-first-run",
            "--no-default-browser-check",
            "--disable-background-timer-throttling",
            "--disable-backgrounding-occluded-windows",
            "--disable-renderer-backgrounding");

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // profile, headless, as root, restore, flags beside those that are always there
                "-,     false, false, false, -",
                "/p/q,  false, false, false, --user-data-dir=/p/q",
                "-,     true,  false, false, --headless=new",
                "-,     false, true,  false, --no-sandbox",
                "-,     false, false, true,  --restore-last-session",
                "/a b,  true,  true,  true,  --user-data-dir=/a b|--headless=new|--no-sandbox|--restore-last-session",
            })
    void flagsOfAStart(Path profile, boolean headless, boolean root, boolean restore, String more) {
        List<String> expected = new ArrayList<>(ALWAYS);
        if (more != null) {
            expected.addAll(List.of(more.split("\\|")));
        }
        assertThat(new BrowserFlags(9229, Optional.ofNullable(profile), headless, root, restore).list())
                .containsExactlyInAnyOrderElementsOf(expected);
    }
}
