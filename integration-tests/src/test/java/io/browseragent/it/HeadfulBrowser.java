package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/**
 * A browser with a window, the human's tab in front with a field he types in, and the service before it.
 *
 * <p>{@code /desk} keeps what became of the human: {@code keys} that arrived, {@code seen} of hiding and blur, and
 * {@code hiddenMs}, how long his tab was not before him.
 */
abstract class HeadfulBrowser {
    @AutoClose
    static TestPages pages;

    @AutoClose
    static XvfbDisplay display;

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
        pages.page("/desk", "Desk", """
                <input id=field autofocus style="position:fixed;left:20px;top:20px;width:600px">
                <script>
                var keys = 0, seen = [], hiddenMs = 0, since = 0;
                field.addEventListener('keydown', () => keys++);
                document.addEventListener('visibilitychange', () => {
                  seen.push(document.visibilityState);
                  if (document.hidden) since = performance.now();
                  else if (since) { hiddenMs += performance.now() - since; since = 0 } });
                addEventListener('blur', () => seen.push('blur'));
                addEventListener('pagehide', () => seen.push('pagehide'));
                function forget() { field.value = ''; keys = 0; seen.length = 0; hiddenMs = 0; field.focus() }
                </script>""");
        display = XvfbDisplay.start();
        browser = TestBrowser.headful(display);
        service = TestService.start(browser, Map.of());
        human = CdpClient.connect(browser.port());
        humansTab = browser.openTab(host("desk", "/desk"));
        humansSession = human.attach(humansTab);
        human.awaitTitle(humansSession, "Desk");
        sitDown();
    }

    /** A page at a host of its own: for the browser another site. */
    static String host(String name, String path) {
        return "http://%s.localhost:%d%s".formatted(name, pages.port(), path);
    }

    /** A client of the broker. */
    static CdpClient client() {
        return CdpClient.connect(service.proxyPort());
    }

    /** The human has his tab before him, the keyboard in its field, and nothing has happened yet. */
    static void sitDown() {
        human.call("Target.activateTarget", "targetId", humansTab);
        human.awaitValue(humansSession, "document.visibilityState", "visible");
        await("the keyboard to be in the human's field")
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    human.evaluate(humansSession, "forget()");
                    display.xdotool("key", "x");
                    return typed().contains("x");
                });
        human.evaluate(humansSession, "forget()");
    }

    /** What is in his field. */
    static String typed() {
        return human.evaluate(humansSession, "field.value").asText();
    }

    /** What his tab saw of hiding and blur. */
    static JsonNode seen() {
        return human.evaluate(humansSession, "seen");
    }

    /** Neither hidden nor left since {@link #sitDown}. */
    static void assertTheHumanIsUndisturbed() {
        assertThat(human.ids()).contains(humansTab);
        assertThat(seen()).as("what the human's tab saw").isEmpty();
    }

    /** All of a text arrived in the field, and nothing else. */
    static void assertTyped(String text) {
        await("what was typed")
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(typed()).isEqualTo(text));
    }
}
