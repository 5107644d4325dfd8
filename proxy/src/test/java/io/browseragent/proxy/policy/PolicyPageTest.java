package io.browseragent.proxy.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of the policy says what the tables say; {@code -Dupdate} writes it anew instead. */
class PolicyPageTest {

    private static final Path PAGE = root().resolve("docs/cdp-policy.md");

    @Test
    void thePageIsWhatTheTablesSay() throws IOException {
        String page = PolicyPage.text();
        if (System.getProperty("update") != null) {
            Files.writeString(PAGE, page);
        }

        assertThat(PAGE)
                .as("docs/cdp-policy.md is stale; write it anew with: " + PolicyPage.update())
                .exists();
        assertThat(Files.readString(PAGE))
                .as("docs/cdp-policy.md is stale; write it anew with: " + PolicyPage.update())
                .isEqualTo(page);
    }

    @Test
    void everyLineIsOnThePage() {
        String page = PolicyPage.text();

        assertThat(CommandPolicies.LINES)
                .allSatisfy(line -> assertThat(page)
                        .containsOnlyOnce("\n| `" + line.method() + "` | ")
                        .contains(" | " + line.reason() + " |\n"));
        assertThat(EventFilter.lines().keySet())
                .allSatisfy(event -> assertThat(page).containsOnlyOnce("\n| `" + event + "` | "));
    }

    /** From whatever folder the tests run. */
    private static Path root() {
        return Stream.iterate(Path.of("").toAbsolutePath(), folder -> folder != null, Path::getParent)
                .filter(folder -> Files.exists(folder.resolve("docs/architecture.puml")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("not inside the project"));
    }
}
