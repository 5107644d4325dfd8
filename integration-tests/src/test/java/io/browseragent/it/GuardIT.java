package io.browseragent.it;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.browseragent.core.testing.Ports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Neither a rebound name nor a web page, wherever it runs, gets anything from the two ports. */
class GuardIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> PROXY_PATHS = List.of(
            "/", "/json", "/json/version", "/json/list", "/json/protocol", "/json/new", "/json/close/X", "/foo");
    private static final List<String> REST_PATHS = List.of("/", "/health", "/status", "/events", "/foo", "/q/health");

    @AutoClose
    private static TestPages pages;

    @AutoClose
    private static TestBrowser browser;

    @AutoClose
    private static TestService service;

    /** Keeps {@link #ownTab} from being closed as abandoned. */
    @AutoClose
    private static CdpSocket holder;

    private static String ownTab;
    private static String browserPath;

    @BeforeAll
    static void start() throws IOException {
        pages = TestPages.start();
        browser = TestBrowser.headless();
        service = TestService.start(browser, Map.of("BROKER_ALLOWED_HOSTS", "host.docker.internal,Broker.Test"));
        JsonNode tab = JSON.readTree(proxy("PUT", "/json/new").body());
        ownTab = tab.get("id").asText();
        holder = CdpSocket.connect(tab.get("webSocketDebuggerUrl").asText());
        browserPath = JSON.readTree(proxy("GET", "/json/version").body())
                .get("webSocketDebuggerUrl")
                .asText()
                .replaceFirst("ws://[^/]+", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.test",
                "evil.test:9222",
                "127.0.0.1.evil.test",
                "localhost.evil.test",
                "a.localhost",
                "host.docker.internal.evil.test",
                "2130706433",
                "256.0.0.1"
            })
    void aHostThatIsANameIsRefusedOnEachPortAndPath(String host) {
        assertEveryDoor(403, "Host: " + host);
    }

    /** The REST port's own parser sees to some of them, with 400. */
    @ParameterizedTest
    @ValueSource(strings = {"localhost@evil.test", "[::1].evil.test", "evil.test:x"})
    void aMalformedHostIsRefused(String host) {
        assertThat(proxy("GET", "/json/version", "Host: " + host).status()).isEqualTo(403);
        assertThat(upgrade("127.0.0.1", service.proxyPort(), browserPath, host)).isEqualTo(403);
        assertThat(rest("GET", "/status", "Host: " + host).status()).isIn(400, 403);
        assertThat(upgrade("127.0.0.1", service.restPort(), "/events", host)).isIn(400, 403);
    }

    @Test
    void twoHostsAreRefused() {
        String port = Integer.toString(service.proxyPort());
        assertThat(proxy("GET", "/json/version", "Host: 127.0.0.1:" + port, "Host: evil.test")
                        .status())
                .isBetween(400, 403);
        assertThat(rest("GET", "/status", "Host: 127.0.0.1:" + port, "Host: evil.test")
                        .status())
                .isBetween(400, 403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST:1",
                "127.0.0.1",
                "10.0.0.5:80",
                "[::1]",
                "[::1]:9222",
                "host.docker.internal",
                "HOST.docker.internal:9222",
                "broker.test"
            })
    void anAddressLocalhostAndAListedNameAreWelcome(String host) {
        assertThat(proxy("GET", "/json/version", "Host: " + host).status()).isEqualTo(200);
        assertThat(rest("GET", "/health", "Host: " + host).status()).isEqualTo(200);
        assertThat(upgrade("127.0.0.1", service.proxyPort(), browserPath, host)).isEqualTo(101);
        assertThat(upgrade("127.0.0.1", service.restPort(), "/events", host)).isEqualTo(101);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.test",
                "http://evil.test",
                "null",
                "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                "devtools://devtools",
                "http://localhost:3000",
                "http://127.0.0.1:3000",
                "file://",
                ""
            })
    void aWebOriginIsRefusedOnEachPortAndPath(String origin) {
        assertEveryDoor(403, "Origin: " + origin);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site"})
    void whatTheBrowserMarksAsComingFromAnotherSiteIsRefused(String site) {
        assertEveryDoor(403, "Sec-Fetch-Site: " + site);
    }

    @Test
    void theServicesOwnPagesMayTalkToTheRestPortAlone() {
        for (String authority : List.of("127.0.0.1:", "localhost:", "[::1]:")) {
            String rest = authority + service.restPort();
            assertThat(rest("GET", "/status", "Host: " + rest, "Origin: http://" + rest, "Sec-Fetch-Site: same-origin")
                            .status())
                    .isEqualTo(200);
            assertThat(upgrade("127.0.0.1", service.restPort(), "/events", rest, "Origin: http://" + rest))
                    .isEqualTo(101);
            assertThat(rest("GET", "/status", "Host: " + rest, "Origin: https://" + rest)
                            .status())
                    .isEqualTo(403);

            String proxy = authority + service.proxyPort();
            assertThat(proxy("GET", "/json", "Host: " + proxy, "Origin: http://" + proxy)
                            .status())
                    .isEqualTo(403);
            assertThat(upgrade("127.0.0.1", service.proxyPort(), browserPath, proxy, "Origin: http://" + proxy))
                    .isEqualTo(403);
            assertThat(rest("GET", "/status", "Host: " + rest, "Origin: http://" + proxy)
                            .status())
                    .isEqualTo(403);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonx"})
    void whatAFormCanSendIsNoRequest(String type) {
        for (String verb : List.of("POST", "PUT", "DELETE", "PATCH")) {
            assertThat(rest(verb, "/lease", "Content-Type: " + type)).satisfies(answer -> {
                assertThat(answer.status()).isEqualTo(415);
                assertThat(answer.body()).contains("UNSUPPORTED_MEDIA_TYPE");
            });
        }
        assertThat(rest("POST", "/lease").status()).as("without a type").isEqualTo(415);
        given().contentType("application/json; charset=utf-8")
                .body("{}")
                .when()
                .post(service.restUrl() + "/lease")
                .then()
                .statusCode(not(equalTo(415)));
    }

    @Test
    void aRefusalSaysWhyAndWhatToDo() {
        given().header("Origin", "https://evil.test")
                .when()
                .get(service.restUrl() + "/status")
                .then()
                .statusCode(403)
                .contentType("application/json")
                .header("Access-Control-Allow-Origin", equalTo(null))
                .body("error", equalTo("FORBIDDEN"))
                .body(
                        "advice",
                        equalTo(
                                "Call from a local program, by an IP address or localhost, and without an Origin header."));
        assertThat(proxy("GET", "/json", "Host: evil.test").body())
                .startsWith("Host header is specified and is not an IP address or localhost.")
                .contains("BROKER_ALLOWED_HOSTS");
    }

    /** The page even knows the ids that it would have to guess. */
    @Test
    void aPageInTheBrowserGetsNothingFromEitherPort() throws IOException {
        pages.page("/attack", "Attack", "<h1>Attack</h1>");
        pages.route("/open", exchange -> {
            exchange.getResponseHeaders().set("Access-Control-Allow-Origin", "*");
            TestPages.answer(exchange, 200, "text/plain", "anybody may read this");
        });
        String pageId = browser.openTab(pages.url("/attack"));
        int before = browser.tabs().size();
        try (CdpSocket page = CdpSocket.connect("ws://127.0.0.1:" + browser.port() + "/devtools/page/" + pageId)) {
            await("the page")
                    .until(() -> page.call("Runtime.evaluate", "expression", "document.title + document.readyState")
                            .at("/result/value")
                            .asText()
                            .equals("Attackcomplete"));

            JsonNode report = attack(page);

            assertThat(report.get("control").asText()).isEqualTo("200 anybody may read this");
            List<String> got = new ArrayList<>();
            report.get("attempts").forEach(attempt -> {
                if (!attempt.get("outcome").asText().equals("nothing")) {
                    got.add(attempt.toString());
                }
            });
            assertThat(got).isEmpty();
            assertThat(report.get("attempts").size()).isGreaterThan(20);
        }
        assertThat(holder.isOpen())
                .as("the agent's tab, for which the page asked /json/close")
                .isTrue();
        assertThat(browser.tabs())
                .hasSize(before)
                .anyMatch(tab -> tab.get("id").asText().equals(ownTab));
    }

    private static JsonNode attack(CdpSocket page) throws IOException {
        String script = """
                (async (proxyPort, restPort, tab, browserPath) => {
                  const attempts = [];
                  const note = (what, outcome) => attempts.push({what, outcome});
                  const within = promise => Promise.race([promise, new Promise(r => setTimeout(r, 3000, 'nothing'))]);
                  const urls = [];
                  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
                    for (const path of ['/json/version', '/json/list', '/json/close/' + tab])
                      urls.push('http://' + host + ':' + proxyPort + path);
                    for (const path of ['/status', '/health']) urls.push('http://' + host + ':' + restPort + path);
                  }
                  const control = await fetch('/open').then(async r => r.status + ' ' + await r.text());
                  for (const url of urls) {
                    note('fetch ' + url, await within(fetch(url).then(r => r.text(), () => 'nothing')));
                    await within(fetch(url, {mode: 'no-cors'}).then(() => 'nothing', () => 'nothing'));
                    note('put ' + url, await within(fetch(url, {method: 'PUT'}).then(r => r.text(), () => 'nothing')));
                    note('img ' + url, await within(new Promise(resolve => {
                      const img = new Image();
                      img.onload = () => resolve('loaded');
                      img.onerror = () => resolve('nothing');
                      img.src = url;
                    })));
                  }
                  for (const url of ['127.0.0.1:' + proxyPort + browserPath, 'localhost:' + proxyPort + '/devtools/page/' + tab,
                      '[::1]:' + proxyPort + browserPath, '127.0.0.1:' + restPort + '/events', '[::1]:' + restPort + '/events'])
                    note('ws ' + url, await within(new Promise(resolve => {
                      const socket = new WebSocket('ws://' + url);
                      socket.onopen = () => resolve('open');
                      socket.onerror = () => resolve('nothing');
                    })));
                  for (const [method, url] of [['get', ':' + proxyPort + '/json/close/' + tab], ['post', ':' + proxyPort + '/json/close/' + tab],
                      ['post', ':' + restPort + '/lease'], ['post', ':' + proxyPort + '/json/new']]) {
                    const frame = document.body.appendChild(document.createElement('iframe'));
                    frame.name = 'f' + Math.random();
                    const form = document.body.appendChild(document.createElement('form'));
                    Object.assign(form, {method, target: frame.name, action: 'http://127.0.0.1' + url});
                    // What comes back is unreadable to the page; what it may have caused is looked at below.
                    form.submit();
                  }
                  await new Promise(resolve => setTimeout(resolve, 1000));
                  return JSON.stringify({control, attempts});
                })(%d, %d, '%s', '%s')""".formatted(service.proxyPort(), service.restPort(), ownTab, browserPath);
        String result = page.call("Runtime.evaluate", "expression", script, "awaitPromise", true)
                .at("/result/value")
                .asText();
        return JSON.readTree(result);
    }

    private static void assertEveryDoor(int status, String header) {
        List<String> addresses = Ports.hasIpv6() ? List.of("127.0.0.1", "::1") : List.of("127.0.0.1");
        for (String address : addresses) {
            for (String path : PROXY_PATHS) {
                for (String verb : List.of("GET", "PUT", "OPTIONS")) {
                    assertThat(RawSocket.http(address, service.proxyPort(), verb, path, header)
                                    .status())
                            .as("%s %s on %s", verb, path, address)
                            .isEqualTo(status);
                }
            }
            for (String path : REST_PATHS) {
                for (String verb : List.of("GET", "POST", "OPTIONS")) {
                    assertThat(RawSocket.http(address, service.restPort(), verb, path, header)
                                    .status())
                            .as("%s %s on %s", verb, path, address)
                            .isEqualTo(status);
                }
            }
            String host = header.startsWith("Host: ") ? header.substring(6) : "127.0.0.1";
            String[] further = header.startsWith("Host: ") ? new String[0] : new String[] {header};
            for (String path : List.of(browserPath, "/devtools/page/" + ownTab, "/devtools/browser/x")) {
                assertThat(upgrade(address, service.proxyPort(), path, host, further))
                        .as("upgrade of %s on %s", path, address)
                        .isEqualTo(status);
            }
            for (String path : List.of("/events", "/")) {
                assertThat(upgrade(address, service.restPort(), path, host, further))
                        .as("upgrade of %s on %s", path, address)
                        .isEqualTo(status);
            }
        }
    }

    private static int upgrade(String address, int port, String path, String host, String... headers) {
        try (RawSocket socket = RawSocket.open(address, port)) {
            return socket.upgrade(host, path, headers).status();
        }
    }

    private static RawSocket.Answer proxy(String verb, String path, String... headers) {
        return RawSocket.http(service.proxyPort(), verb, path, headers);
    }

    private static RawSocket.Answer rest(String verb, String path, String... headers) {
        return RawSocket.http(service.restPort(), verb, path, headers);
    }
}
