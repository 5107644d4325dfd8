package io.browseragent.it;

import static io.restassured.RestAssured.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.browseragent.core.testing.Ports;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The CDP port answers plain HTTP as Chrome's debug port does: each request goes to both, and the answers are compared.
 *
 * <p>What differs on purpose, each with a test below: {@code /json/list} shows the tabs of plain-HTTP clients alone (the
 * human's are nobody's business); websocket addresses carry an id of the broker's own (Chrome's would open the whole
 * browser) and the query of the request (a token in it must reach the websocket); a Host that is a name is 403 instead of 500, and {@code a.localhost} is refused as well; {@code PUT
 * /json/new} keeps {@code %26} of a plainly written address (Chrome decodes it into a separator); the browser's own
 * pages are refused; HEAD has no body (Chrome's reply breaks HTTP); {@code GET /} and {@code GET /devtools/…} say what
 * this port is for (Chrome answers 200 and nothing).
 */
class FrontDoorIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    @AutoClose
    private static TestPages pages;

    @AutoClose
    private static TestBrowser browser;

    @AutoClose
    private static TestService service;

    /** Keeps the broker's tab from being closed as abandoned. */
    @AutoClose
    private static CdpSocket holder;

    private static String chromesTab;
    private static String ourTab;

    @BeforeAll
    static void start() {
        pages = TestPages.start();
        browser = TestBrowser.headless();
        service = TestService.start(browser);
        chromesTab = browser.openTab(pages.url("/second"));
        JsonNode opened = json(ours("PUT", "/json/new?" + pages.url("/second")));
        ourTab = opened.get("id").asText();
        holder = CdpSocket.connect(opened.get("webSocketDebuggerUrl").asText());
        await("both tabs to have their title")
                .untilAsserted(() -> assertThat(List.of(
                                entry(chromes("GET", "/json"), chromesTab), entry(ours("GET", "/json"), ourTab)))
                        .allSatisfy(entry -> assertThat(entry).contains("\"Second\"")));
    }

    // spotless:off
    @ParameterizedTest
    @CsvSource(delimiter = ' ', value = {
        "GET /json/",
        "GET /json/?x",
        "GET /json/version",
        "GET /json/version/",
        "POST /json/version",
        "GET /json/protocol",
        "GET /json/protocol/",
        "GET /json/new",
        "GET /json/new?about:blank",
        "POST /json/new",
        "POST /json/new?about:blank",
        "DELETE /json/new",
        "GET /json/close",
        "GET /json/close/",
        "GET /json/close/NOPE",
        "GET /json/close/NOPE?x",
        "GET /json/close/{ID}/",
        "GET /json/activate",
        "GET /json/activate/",
        "GET /json/activate/NOPE",
        "GET /json/activate/{ID}",
        "GET /json/activate/{ID}?x",
        "POST /json/activate/{ID}",
        "GET /json/activate/{ID}/",
        "GET //json",
        "GET //json/list",
        "GET /json//list",
        "GET /json/foo",
        "GET /json/foo/",
        "GET /json/foo/bar",
        "GET /json/LIST",
        "GET /json/%6cist",
        "GET /jsonx",
        "GET /jsonx?y",
        "GET /JSON",
        "GET /%6ason",
        "GET /foo",
        "POST /foo",
        "GET /devtools",
    })
    // spotless:on
    void answersAsChromeDoes(String verb, String path) {
        RawSocket.Answer chrome = chromes(verb, path.replace("{ID}", chromesTab));
        RawSocket.Answer ours = ours(verb, path.replace("{ID}", ourTab));

        assertThat(plain(ours, service.proxyPort(), ourTab)).isEqualTo(plain(chrome, browser.port(), chromesTab));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "GET /json",
                "GET /json?x",
                "GET /json/list",
                "GET /json/list/",
                "GET /json/list?x",
                "GET /json/list/x",
                "PUT /json/list",
                "POST /json/list",
                "OPTIONS /json/list",
                "GET /json/list/?token=a&b=c"
            })
    void describesTabsAsChromeDoesButOnlyItsOwn(String verb, String path) {
        RawSocket.Answer chrome = chromes(verb, path);
        RawSocket.Answer ours = ours(verb, path);
        String query = path.contains("?") ? path.substring(path.indexOf('?')) : "";

        assertThat(head(ours)).isEqualTo(head(chrome));
        assertThat(plain(entry(ours, ourTab), service.proxyPort(), ourTab).replace("ID" + query + "\"", "ID\""))
                .isEqualTo(plain(entry(chrome, chromesTab), browser.port(), chromesTab));
        assertThat(ours.body())
                .startsWith(chrome.body().substring(0, 20))
                .endsWith(chrome.body().substring(chrome.body().length() - 4))
                .doesNotContain(chromesTab);
    }

    @Test
    void theHumansTabsAreNotListedAndCannotBeClosedOrActivated() {
        for (JsonNode tab : browser.tabs()) {
            String id = tab.get("id").asText();
            if (!listed(id)) {
                assertThat(ours("GET", "/json/close/" + id)).satisfies(answer -> {
                    assertThat(answer.status()).isEqualTo(404);
                    assertThat(answer.body()).isEqualTo("No such target id: " + id);
                });
                assertThat(ours("GET", "/json/activate/" + id).status()).isEqualTo(404);
            }
        }
        assertThat(listed(chromesTab)).isFalse();
        assertThat(browser.tabs()).anyMatch(tab -> tab.get("id").asText().equals(chromesTab));
    }

    @Test
    void aTabIsOpenedAndClosedAsInChrome() {
        RawSocket.Answer chromesNew = chromes("PUT", "/json/new");
        RawSocket.Answer oursNew = ours("PUT", "/json/new");
        String chromesId = json(chromesNew).get("id").asText();
        String oursId = json(oursNew).get("id").asText();
        assertThat(plain(oursNew, service.proxyPort(), oursId)).isEqualTo(plain(chromesNew, browser.port(), chromesId));
        assertThat(listed(oursId)).isTrue();

        assertThat(plain(ours("GET", "/json/close/" + oursId), service.proxyPort(), oursId))
                .isEqualTo(plain(chromes("GET", "/json/close/" + chromesId), browser.port(), chromesId))
                .contains("Target is closing");

        until("the tab to leave the list", () -> !listed(oursId));
        until(
                "Chrome's tab to be gone",
                () -> browser.tabs().stream()
                        .noneMatch(tab -> tab.get("id").asText().equals(chromesId)));
        assertThat(plain(ours("GET", "/json/close/" + oursId), service.proxyPort(), oursId))
                .isEqualTo(plain(chromes("GET", "/json/close/" + chromesId), browser.port(), chromesId))
                .contains("No such target id");
    }

    @Test
    void theAddressOfANewTabIsKeptWhole() {
        String plainUrl = pages.url("/new?b=c%26d&e=%C3%A4#f%20g");
        String encoded = "http%3A%2F%2F127.0.0.1%3A" + pages.port() + "%2Fnew%3Fencoded";
        close(json(ours("PUT", "/json/new?" + plainUrl)));
        close(json(ours("PUT", "/json/new?" + encoded)));

        await("both requests").until(() -> pages.requests("/new").size(), size -> size == 2);
        assertThat(pages.requests("/new"))
                .extracting(TestPages.Request::path)
                .containsExactlyInAnyOrder("/new?b=c%26d&e=%C3%A4", "/new?encoded");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "chrome://settings",
                "CHROME://version",
                "chrome%3A%2F%2Fsettings",
                "devtools://devtools/bundled/inspector.html",
                "view-source:http://127.0.0.1/",
                "file:///etc/passwd",
                "javascript:alert(1)",
                "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/x.html"
            })
    void theBrowsersOwnPagesAreNotOpened(String url) {
        int before = browser.tabs().size();

        RawSocket.Answer answer = ours("PUT", "/json/new?" + url);

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).startsWith("browser-agent: ");
        assertThat(browser.tabs()).hasSize(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/json", "/json/version", "/json/foo"})
    void headIsAnsweredAsGetIsButWithoutABody(String path) {
        RawSocket.Answer headOnly = ours("HEAD", path);

        assertThat(head(headOnly)).isEqualTo(head(ours("GET", path)));
        assertThat(headOnly.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/devtools/browser/x", "/devtools/page/x"})
    void aWebsocketPathWithoutAnUpgradeSaysWhatIsMissing(String path) {
        assertThat(ours("GET", path)).satisfies(answer -> {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).contains("websocket");
        });
    }

    @Test
    void theAddressesCarryTheHostThatWasDialled() {
        RawSocket.Answer named = ours("GET", "/json/version", "Host: localhost:1234");
        assertThat(json(named).get("webSocketDebuggerUrl").asText())
                .startsWith("ws://localhost:1234/devtools/browser/");
        RawSocket.Answer bare = ours("GET", "/json/list", "Host: localhost");
        assertThat(entry(bare, ourTab)).contains("ws://localhost/devtools/page/" + ourTab);
    }

    @Test
    void theQueryIsKeptInAddressesAndAcceptedOnTheUpgrade() {
        String browsers = json(ours("GET", "/json/version?token=x%20y"))
                .get("webSocketDebuggerUrl")
                .asText();
        assertThat(browsers).endsWith("?token=x%20y");
        try (CdpSocket socket = CdpSocket.connect(browsers)) {
            assertThat(socket.call("Browser.getVersion").has("product")).isTrue();
        }

        String page = json(ours("GET", "/json/list?token=x")).findValuesAsText("webSocketDebuggerUrl").stream()
                .filter(url -> url.contains(ourTab))
                .findFirst()
                .orElseThrow();
        assertThat(page).endsWith("?token=x");
        try (CdpSocket socket = CdpSocket.connect(page)) {
            assertThat(socket.call("Runtime.evaluate", "expression", "document.title")
                            .at("/result/value")
                            .asText())
                    .isEqualTo("Second");
        }
    }

    @Test
    void bothPortsListenOnBothLoopbackAddressesAndOnNoOther() {
        List<String> addresses = new ArrayList<>(List.of("127.0.0.1"));
        if (Ports.hasIpv6()) {
            addresses.add("::1");
        }
        for (String address : addresses) {
            String authority = RawSocket.authority(address, service.proxyPort());
            JsonNode version = json(RawSocket.http(address, service.proxyPort(), "GET", "/json/version"));
            String socketUrl = version.get("webSocketDebuggerUrl").asText();
            assertThat(socketUrl).startsWith("ws://" + authority + "/");
            try (CdpSocket socket = CdpSocket.connect(socketUrl)) {
                assertThat(socket.call("Browser.getVersion").has("product")).isTrue();
            }
            get("http://" + RawSocket.authority(address, service.restPort()) + "/health")
                    .then()
                    .statusCode(200);
        }
        assertThat(List.of(service.proxyPort(), service.restPort()))
                .allSatisfy(port -> assertThat(listeningAddresses(port))
                        .isNotEmpty()
                        .isSubsetOf(
                                "0100007F", "00000000000000000000000001000000", "0000000000000000FFFF00000100007F"));
    }

    @Test
    void chromesOwnBrowserIdOpensNothing() {
        String chromesPath = browser.webSocketUrl().replaceFirst("ws://[^/]+", "");
        for (String path :
                List.of(chromesPath, "/devtools/browser", "/devtools/browser/", "/devtools/browser/x", "/")) {
            assertThat(upgrade(path).status()).as(path).isEqualTo(404);
        }
        String own = json(ours("GET", "/json/version"))
                .get("webSocketDebuggerUrl")
                .asText()
                .replaceFirst("ws://[^/]+", "");
        assertThat(own).isNotEqualTo(chromesPath);
        assertThat(upgrade(own).status()).isEqualTo(101);
    }

    @Test
    void thePageSocketOfTheHumansTabIsRefusedAsIfThereWereNone() {
        assertThat(upgrade("/devtools/page/" + chromesTab)).satisfies(answer -> {
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.body()).isEqualTo("No such target id: " + chromesTab);
        });
        try (RawSocket chrome = RawSocket.open(browser.port())) {
            RawSocket.Answer chromes = chrome.upgrade("127.0.0.1:" + browser.port(), "/devtools/page/NOPE");
            assertThat(upgrade("/devtools/page/NOPE")).satisfies(answer -> {
                assertThat(answer.status()).isEqualTo(chromes.status());
                assertThat(answer.body()).isEqualTo(chromes.body());
            });
        }
        assertThatThrownBy(() -> CdpSocket.connect("ws://127.0.0.1:" + service.proxyPort() + "/devtools/page/NOPE"))
                .hasMessageContaining("No such target id");
    }

    @Test
    void aTabOpenedOverHttpComesUpBehindTheHumans() {
        try (CdpSocket chrome =
                CdpSocket.connect(browser.url().replace("http", "ws") + "/devtools/page/" + chromesTab)) {
            chromes("GET", "/json/activate/" + chromesTab);
            JsonNode opened = json(ours("PUT", "/json/new?" + pages.url("/form")));
            ours("GET", "/json/activate/" + opened.get("id").asText());
            assertThat(chrome.call("Runtime.evaluate", "expression", "document.visibilityState")
                            .at("/result/value")
                            .asText())
                    .isEqualTo("visible");
            close(opened);
        }
    }

    private static RawSocket.Answer chromes(String verb, String path) {
        return RawSocket.http(browser.port(), verb, path);
    }

    private static RawSocket.Answer ours(String verb, String path, String... headers) {
        return RawSocket.http(service.proxyPort(), verb, path, headers);
    }

    private static RawSocket.Answer upgrade(String path) {
        try (RawSocket socket = RawSocket.open(service.proxyPort())) {
            return socket.upgrade("127.0.0.1:" + service.proxyPort(), path);
        }
    }

    private static void close(JsonNode tab) {
        String id = tab.get("id").asText();
        assertThat(ours("GET", "/json/close/" + id).status()).isEqualTo(200);
        until("tab " + id + " to close", () -> !listed(id));
    }

    private static boolean listed(String id) {
        return json(ours("GET", "/json/list")).findValuesAsText("id").contains(id);
    }

    private static String head(RawSocket.Answer answer) {
        return answer.status() + " " + answer.headers().get("content-type");
    }

    /** The answer without what must differ: ports and ids. */
    private static String plain(RawSocket.Answer answer, int port, String tab) {
        return head(answer) + "\n" + plain(answer.body(), port, tab);
    }

    private static String plain(String text, int port, String tab) {
        return text.replace(":" + port, ":PORT")
                .replace(tab, "ID")
                .replaceAll("/devtools/browser/[0-9a-f-]{36}", "/devtools/browser/UUID");
    }

    /** One tab's part of a list, as it is written there. */
    private static String entry(RawSocket.Answer list, String tab) {
        return Arrays.stream(list.body().strip().replaceAll("^\\[ | ]$", "").split("(?<=}), (?=\\{)"))
                .filter(part -> part.contains("\"id\": \"" + tab + "\""))
                .findFirst()
                .orElse("no " + tab + " in " + list);
    }

    private static JsonNode json(RawSocket.Answer answer) {
        try {
            return JSON.readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw new AssertionError(answer.toString(), e);
        }
    }

    private static List<String> listeningAddresses(int port) {
        return TestService.listeningAddresses(port);
    }

    private static void until(String what, BooleanSupplier condition) {
        await(what)
                .atMost(Duration.ofSeconds(15))
                .pollInterval(Duration.ofMillis(50))
                .until(condition::getAsBoolean);
    }
}
