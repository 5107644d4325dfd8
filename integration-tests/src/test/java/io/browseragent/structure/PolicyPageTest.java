package io.browseragent.structure;

import static org.assertj.core.api.Assertions.assertThat;

import io.browseragent.proxy.policy.PolicyPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page of the policy says what the tables say; {@code -Dupdate} writes it anew instead. */
class PolicyPageTest {

    private static final Path PAGE = SourceTree.ROOT.resolve("docs/cdp-policy.md");

    @Test
    void thePageIsWhatTheTablesSay() throws IOException {
        String page = PolicyPage.render();
        if (System.getProperty("update") != null) {
            Files.writeString(PAGE, page);
        }

        assertThat(SourceTree.read(PAGE))
                .as("docs/cdp-policy.md is stale; write it anew with: "
                        + "mvn -q test -pl integration-tests -am -Dtest=PolicyPageTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dupdate")
                .isEqualTo(page);
    }
}
