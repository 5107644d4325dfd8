package io.browseragent.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of settings says what the sources say; {@code -Dupdate} writes it anew instead. */
class ConfigurationPageTest {

    private static final Path PAGE = SourceTree.ROOT.resolve("docs/configuration.md");

    @Test
    void thePageIsWhatTheSourcesSay() throws IOException {
        List<Path> mappings = SourceTree.mainFiles().stream()
                .filter(file -> SourceTree.read(file).contains("@ConfigMapping("))
                .toList();
        assertThat(mappings).hasSizeGreaterThanOrEqualTo(2);

        String page = ConfigurationPage.of(mappings);
        if (System.getProperty("update") != null) {
            Files.writeString(PAGE, page);
        }

        assertThat(SourceTree.read(PAGE))
                .as("docs/configuration.md is stale; write it anew with: "
                        + "mvn -q test -pl integration-tests -am -Dtest=ConfigurationPageTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dupdate")
                .isEqualTo(page);
    }
}
