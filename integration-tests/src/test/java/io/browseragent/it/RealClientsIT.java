package io.browseragent.it;

import static io.restassured.RestAssured.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The CDP clients that people use do their everyday work through the broker's port, unchanged. */
class RealClientsIT {
    private static final Duration DEADLINE = Duration.ofSeconds(120);

    @AutoClose
    private static TestPages pages;

    @AutoClose
    private static TestBrowser browser;

    @AutoClose
    private static TestService service;

    @BeforeAll
    static void start() {
        pages = TestPages.start();
        browser = TestBrowser.headless();
        service = TestService.start(browser);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"playwright", "puppeteer", "chrome-remote-interface", "agent-browser", "chrome-devtools-mcp"})
    void clientWorksAndLeavesTheHumansTabsAlone(String client) {
        String humans = pages.localhostUrl("/inner?human-" + client);
        String tab = browser.openTab(humans);
        Set<String> before = ids();

        NodeClient.run(client + ".mjs", DEADLINE, Integer.toString(service.proxyPort()), pages.url())
                .assertPassed();

        assertThat(ids()).containsAll(before);
        assertThat(browser.tabs()).anySatisfy(open -> {
            assertThat(open.get("id").asText()).isEqualTo(tab);
            assertThat(open.get("url").asText()).isEqualTo(humans);
        });
        await("the client's tabs to close")
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(ids()).isEqualTo(before));
        browser.closeTab(tab);
    }

    /** All but the tabs of plain HTTP, which stay for a minute after their last use. */
    private static Set<String> ids() {
        List<String> pool = get(service.restUrl() + "/status").path("tabs.findAll { it.kind == 'pool' }.target_id");
        return browser.tabs().stream()
                .map(tab -> tab.get("id").asText())
                .filter(id -> !pool.contains(id))
                .collect(Collectors.toSet());
    }
}
