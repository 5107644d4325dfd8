package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
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
        String humans = pages.localhostUrl("/second?human-" + client);
        browser.openTab(humans);

        NodeClient.run(client + ".mjs", DEADLINE, Integer.toString(service.proxyPort()), pages.url())
                .assertPassed();

        assertThat(urls()).contains(humans);
        await("the client's tabs to close")
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(urls()).noneMatch(url -> url.startsWith(pages.url())));
    }

    private static List<String> urls() {
        return browser.tabs().stream().map(tab -> tab.get("url").asText()).toList();
    }
}
