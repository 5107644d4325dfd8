package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Twenty clients with five tabs each at work for ten minutes; {@code -Dsoak.seconds} makes it shorter. */
@Tag("soak")
class SoakIT extends SharedBrowser {
    private static final int CLIENTS = 20;
    private static final int TABS = 5;
    private static final int SECONDS = Integer.getInteger("soak.seconds", 600);

    @Test
    void nobodySeesAnothersTabsAndAllAreClosedAtTheEnd() {
        Set<String> before = human.pages();
        try (CdpClient watching = client()) {
            watching.discover(true);
            watching.autoAttach(true, true);
            NodeClient.Result result = NodeClient.run(
                    "soak.mjs",
                    Duration.ofSeconds(SECONDS + 120),
                    Integer.toString(service.proxyPort()),
                    pages.url(),
                    Integer.toString(CLIENTS),
                    Integer.toString(TABS),
                    Integer.toString(SECONDS));
            result.assertPassed();
            System.out.printf("%d clients, %d s: %s%n", CLIENTS, SECONDS, result.output());
            // One tab of its own, with what belongs to it; and nothing of all that was done meanwhile.
            assertThat(watching.pages()).hasSize(1);
            assertThat(watching.socket().events("Target.targetCreated"))
                    .extracting(event -> event.at("/params/targetInfo/type").asText())
                    .containsExactly("browser", "tab", "page");
            assertThat(watching.frames()).noneMatch(frame -> frame.contains("/second"));
        }
        await("all tabs to close")
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(human.pages()).isEqualTo(before));
        assertTheHumanIsUndisturbed();
    }
}
