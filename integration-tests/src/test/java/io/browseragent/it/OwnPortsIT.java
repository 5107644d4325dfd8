package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No tab of an agent reaches the debug port, the broker's own ports, the browser's own pages, or files. */
class OwnPortsIT extends SharedBrowser {
    private static final String BLOCKED = "net::ERR_BLOCKED_BY_CLIENT";
    private static final List<String> SPELLINGS = List.of(
            "127.0.0.1",
            "localhost",
            "LOCALHOST.",
            "[::1]",
            "0.0.0.0",
            "127.1",
            "2130706433",
            "0x7f000001",
            "0177.0.0.1",
            "[::ffff:127.0.0.1]",
            "a.localhost",
            "user@127.0.0.1");

    @BeforeAll
    static void addTraps() {
        pages.route("/redirect", exchange -> {
            exchange.getResponseHeaders()
                    .set("Location", exchange.getRequestURI().getQuery());
            TestPages.answer(exchange, 302, "text/plain", "");
        });
    }

    static Stream<String> addresses() {
        return ports().mapToObj(port -> port)
                .flatMap(port -> SPELLINGS.stream().map(host -> "http://" + host + ":" + port + "/json/list"));
    }

    private static IntStream ports() {
        return IntStream.of(browser.port(), service.proxyPort(), service.restPort());
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void noCommandLeadsThere(String url) {
        try (CdpClient client = client()) {
            String tab = client.create(host("a", "/blank"));
            String session = client.attach(tab);
            client.awaitTitle(session, "Blank");
            assertThat(client.callIn(session, "Page.navigate", "url", url)
                            .get("errorText")
                            .asText())
                    .isEqualTo(BLOCKED);
            assertThat(client.evaluate(session, "document.title").asText()).isEqualTo("Blank");
            assertThatThrownBy(() -> client.create(url)).hasMessageContaining("own ports");
            assertThat(RawSocket.http(service.proxyPort(), "PUT", "/json/new?" + url)
                            .status())
                    .isEqualTo(403);
        }
    }

    @Test
    void noRedirectScriptFrameFetchOrWorkerLeadsThere() {
        try (CdpClient client = client()) {
            String tab = client.create(host("a", "/blank"));
            String session = client.attach(tab);
            client.awaitTitle(session, "Blank");
            ports().forEach(port -> {
                for (String host : List.of("127.0.0.1", "a.localhost")) {
                    String url = "http://" + host + ":" + port + "/json/version";
                    assertThat(client.evaluate(session, frame(url)).asText())
                            .as("frame %s", url)
                            .doesNotContain("webSocketDebuggerUrl");
                    assertThat(client.evaluate(
                                            session,
                                            "fetch('" + url
                                                    + "', {mode: 'no-cors'}).then(() => 'there', () => 'refused')")
                                    .asText())
                            .as("fetch %s", url)
                            .isEqualTo("refused");
                    assertThat(client.evaluate(session, worker(url)).asText())
                            .as("worker %s", url)
                            .isEqualTo("refused");
                    assertThat(client.evaluate(session, socket(url)).asText())
                            .as("websocket %s", url)
                            .isEqualTo("refused");
                }
            });
            for (String page : List.of("http://127.0.0.1:" + browser.port() + "/json/list")) {
                client.callIn(session, "Page.navigate", "url", host("a", "/redirect?" + page));
                assertThat(text(client, session)).doesNotContain("devtoolsFrontendUrl");
                client.callIn(session, "Page.navigate", "url", host("a", "/blank"));
                client.awaitTitle(session, "Blank");
                client.evaluate(session, "void (location = '" + page + "')");
                client.awaitValue(session, "location.protocol", "chrome-error:");
                assertThat(text(client, session)).doesNotContain("devtoolsFrontendUrl");
            }
            assertThat(client.ids()).contains(tab);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "chrome://settings/",
                "chrome://version",
                "file:///etc/passwd",
                "view-source:file:///etc/passwd",
                "devtools://devtools/bundled/inspector.html",
                "chrome-untrusted://terminal",
                "javascript:alert(1)"
            })
    void norToTheBrowsersOwnPagesAndFiles(String url) {
        try (CdpClient client = client()) {
            String tab = client.create("about:blank");
            String session = client.attach(tab);
            assertThat(client.callIn(session, "Page.navigate", "url", url)
                            .get("errorText")
                            .asText())
                    .isEqualTo(BLOCKED);
            assertThatThrownBy(() -> client.create(url)).hasMessageContaining("agents may open");
            assertThat(client.evaluate(session, "location.href").asText()).isEqualTo("about:blank");
        }
    }

    @Test
    void whoGotThereAllTheSameIsClosedAndToldWhy() {
        try (CdpClient client = client()) {
            String tab = client.create("about:blank");
            String session = client.attach(tab);
            String humans = human.attach(tab);

            human.callIn(humans, "Page.navigate", "url", "chrome://version");

            JsonNode told = client.socket().awaitEvent("Log.entryAdded");
            assertThat(told.get("sessionId").asText()).isEqualTo(session);
            assertThat(told.at("/params/entry/text").asText()).contains("closed", "chrome://version");
            client.socket().awaitEvent("Target.detachedFromTarget");
            human.awaitGone(tab);
        }
    }

    @Test
    void theHumanMayGoAnywhere() {
        String tab = browser.openTab("http://127.0.0.1:" + browser.port() + "/json/version");
        String session = human.attach(tab);
        human.awaitValue(session, "document.body?.innerText.includes('webSocketDebuggerUrl') ?? false", "true");
        browser.closeTab(tab);
        human.call("Target.activateTarget", "targetId", humansTab);
    }

    private static String text(CdpClient client, String session) {
        return client.evaluate(session, "document.body?.innerText ?? ''").asText();
    }

    private static String frame(String url) {
        return "new Promise(done => { const f = document.createElement('iframe'); f.src = '" + url
                + "'; f.onload = () => { try { done(f.contentDocument.body.innerText) } catch { done('closed') } };"
                + " document.body.append(f) })";
    }

    private static String worker(String url) {
        return "new Promise(done => { const w = new Worker(URL.createObjectURL(new Blob([\"fetch('" + url
                + "', {mode: 'no-cors'}).then(() => postMessage('there'), () => postMessage('refused'))\"])));"
                + " w.onmessage = e => done(e.data) })";
    }

    private static String socket(String url) {
        return "new Promise(done => { const w = new WebSocket('"
                + url.replace("http", "ws").replace("/json/version", "/devtools/browser/x")
                + "'); w.onopen = () => done('there'); w.onerror = () => done('refused') })";
    }
}
