package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/**
 * The human's browser with a tab of his in front, the service before it, and pages to visit.
 *
 * <p>{@code /own} has a cross-site frame, a worker and a service worker; {@code /human} counts what is done to it.
 */
abstract class SharedBrowser {
    @AutoClose
    static TestPages pages;

    @AutoClose
    static TestBrowser browser;

    @AutoClose
    static TestService service;

    /** Dials the browser itself: sees all there is. */
    @AutoClose
    static CdpClient human;

    static String humansTab;
    static String humansSession;

    @BeforeAll
    static void openTheBrowser() {
        pages = TestPages.start();
        addPages(pages);
        browser = TestBrowser.headless();
        service = TestService.start(browser, Map.of());
        human = CdpClient.connect(browser.port());
        humansTab = browser.openTab(host("human", "/human"));
        humansSession = human.attach(humansTab);
        human.awaitTitle(humansSession, "Human");
        human.awaitValue(humansSession, "document.visibilityState", "visible");
        human.evaluate(humansSession, "seen.length = 0");
    }

    static void addPages(TestPages pages) {
        pages.page("/human", "Human", """
                <script>var seen = [];
                document.addEventListener('visibilitychange', () => seen.push(document.visibilityState));
                addEventListener('blur', () => seen.push('blur'));
                addEventListener('pagehide', () => seen.push('pagehide'))</script>""");
        pages.page("/blank", "Blank", "");
        pages.page("/own", "Own", """
                <iframe src="http://third.localhost:%d/inner"></iframe>
                <script>new Worker('/worker.js'); navigator.serviceWorker.register('/sw.js')</script>""".formatted(pages.port()));
        pages.route(
                "/worker.js", exchange -> TestPages.answer(exchange, 200, "text/javascript", "onmessage = () => 0"));
        pages.route("/sw.js", exchange -> TestPages.answer(exchange, 200, "text/javascript", "oninstall = () => 0"));
    }

    /** A page at a host of its own: for the browser another site. */
    static String host(String name, String path) {
        return "http://%s.localhost:%d%s".formatted(name, pages.port(), path);
    }

    /** A client of the broker. */
    static CdpClient client() {
        return CdpClient.connect(service.proxyPort());
    }

    /** Neither gone nor hidden nor left: nothing at all was done to the tab in front. */
    static void assertTheHumanIsUndisturbed() {
        assertThat(human.ids()).contains(humansTab);
        assertThat(human.evaluate(humansSession, "document.visibilityState + seen")
                        .asText())
                .as("what the human's tab saw")
                .isEqualTo("visible");
    }

    /** After a popup, which Chrome opens in front. */
    static void bringTheHumansTabBack() {
        human.call("Target.activateTarget", "targetId", humansTab);
        human.awaitValue(humansSession, "document.visibilityState", "visible");
        human.evaluate(humansSession, "seen.length = 0");
    }

    /** No message that came over this connection contains one of these texts. */
    static void assertNeverNamed(CdpSocket socket, Collection<String> strangers) {
        for (JsonNode message : socket.received()) {
            String text = message.toString();
            assertThat(strangers).as("named in %s", text).noneMatch(text::contains);
        }
    }

    static void awaitClosed(Collection<String> targets) {
        await("tabs %s to be closed".formatted(targets))
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> assertThat(human.ids()).doesNotContainAnyElementsOf(targets));
    }
}
