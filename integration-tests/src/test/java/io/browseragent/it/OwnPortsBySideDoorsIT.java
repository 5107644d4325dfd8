package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever an agent's page does to send a request to the debug port, it does not arrive: one GET there, its answer
 * unread, closes any tab, so a tab is the trap. That each way works at all shows in a second request, to a page of the
 * tests', which arrives.
 */
class OwnPortsBySideDoorsIT extends SharedBrowser {
    private static final Map<String, String> WAYS = new TreeMap<>();

    private Set<String> before;
    private String trap;
    private String forbidden;

    static {
        WAYS.put("image", "new Image().src = url");
        WAYS.put("script", "add('script', {src: url})");
        WAYS.put("style sheet", "add('link', {rel: 'stylesheet', href: url})");
        WAYS.put("style rule", "document.body.style.background = `url(${url})`");
        WAYS.put("prefetch", "add('link', {rel: 'prefetch', href: url})");
        WAYS.put("video", "add('video', {src: url, preload: 'auto'})");
        WAYS.put("object", "add('object', {data: url})");
        WAYS.put("frame", "add('iframe', {src: url})");
        WAYS.put("frame that redirects", "add('iframe', {src: '/redirect?' + url})");
        WAYS.put("frame in a frame", "add('iframe', {srcdoc: `<iframe src='${url}'></iframe>`})");
        WAYS.put("frame of another site", "add('iframe', {src: other + '/to?' + url})");
        WAYS.put("frame that refreshes", "add('iframe', {srcdoc: `<meta http-equiv=refresh content='0;${url}'>`})");
        WAYS.put("fetch", "fetch(url, {mode: 'no-cors'}).catch(() => 0)");
        WAYS.put("fetch that redirects", "fetch('/redirect?' + url, {mode: 'no-cors'}).catch(() => 0)");
        WAYS.put("request", "(x => { x.open('GET', url); x.send() })(new XMLHttpRequest())");
        WAYS.put("event source", "new EventSource(url)");
        WAYS.put("beacon", "navigator.sendBeacon(url)");
        WAYS.put("worker", "worker(`fetch('${url}', {mode: 'no-cors'})`)");
        WAYS.put("worker's import", "worker(`importScripts('${url}')`)");
        WAYS.put(
                "worker in a worker",
                "worker(`new Worker(URL.createObjectURL(new Blob([\\`fetch('${url}'," + " {mode: 'no-cors'})\\`])))`)");
        WAYS.put(
                "shared worker",
                "new SharedWorker(URL.createObjectURL(new Blob([`fetch('${url}'," + " {mode: 'no-cors'})`])))");
        WAYS.put("service worker", "navigator.serviceWorker.register('/fetching.js?' + encodeURIComponent(url))");
        WAYS.put("window", "open(url)");
        WAYS.put("window without opener", "open(url, '', 'noopener')");
        WAYS.put("window that redirects", "open('/redirect?' + url)");
        WAYS.put("link", "add('a', {href: url, target: '_blank'}).click()");
        WAYS.put(
                "link with a key held",
                "add('a', {href: url}).dispatchEvent(new MouseEvent('click', {ctrlKey: true, bubbles: true}))");
        WAYS.put("form", "submit({action: url, target: '_blank'})");
        WAYS.put("form in a frame", "add('iframe', {name: 'f'}), submit({action: url, target: 'f'})");
        WAYS.put("location", "void (location = url)");
        WAYS.put("location that redirects", "void (location = '/redirect?' + url)");
    }

    private static final String HELPERS = """
            const add = (name, what) => document.body.appendChild(Object.assign(document.createElement(name), what));
            const worker = code => new Worker(URL.createObjectURL(new Blob([code])));
            const submit = what => { const f = add('form', what); if (url.includes('?')) {
              for (const [name, value] of new URL(url).searchParams) f.appendChild(
                Object.assign(document.createElement('input'), {name, value})) } f.submit() };
            """;

    static Stream<String> ways() {
        return WAYS.keySet().stream();
    }

    @BeforeAll
    static void addPagesOnTheWay() {
        pages.route("/redirect", exchange -> {
            exchange.getResponseHeaders()
                    .set("Location", exchange.getRequestURI().getQuery());
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            TestPages.answer(exchange, 302, "text/plain", "");
        });
        pages.page("/to", "To", "<script>location = decodeURIComponent(location.search.slice(1))</script>");
        pages.route("/fetching.js", exchange -> TestPages.answer(exchange, 200, "text/javascript", """
                oninstall = event => event.waitUntil(
                  fetch(decodeURIComponent(location.search.slice(1)), {mode: 'no-cors'}).catch(() => 0))"""));
        pages.route("/arrived", exchange -> TestPages.answer(exchange, 204, "text/plain", ""));
    }

    @BeforeEach
    void setTheTrap() {
        trap = human.call("Target.createTarget", "url", "about:blank", "background", true)
                .get("targetId")
                .asText();
        before = human.pages();
        forbidden = "http://127.0.0.1:%d/json/close/%s".formatted(browser.port(), trap);
    }

    /** For a link that is clicked with a key held Chrome names no opener, and nobody owns the tab. */
    @AfterEach
    void closeWhatIsLeft() {
        human.pages().stream()
                .filter(page -> !before.contains(page))
                .forEach(page -> human.socket().send(null, "Target.closeTarget", "targetId", page));
        human.socket().send(null, "Target.closeTarget", "targetId", trap);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ways")
    void noRequestArrivesAtTheDebugPort(String way) {
        try (CdpClient client = client()) {
            go(client, way, forbidden);
            String control = pages.url("/arrived?way=" + way.replaceAll("\\W", "-"));
            go(client, way, control);
            awaitArrived(control);
            assertThat(human.ids()).contains(trap);
        }
    }

    /** Nobody has a tab any more when this is sent. */
    @Test
    void whatIsSentByATabThatClosesDoesNotArriveEither() {
        String control = pages.url("/arrived?closing");
        for (String url : List.of(forbidden, control)) {
            try (CdpClient client = client()) {
                String tab = client.create(host("a", "/blank"));
                String session = client.attach(tab);
                client.awaitTitle(session, "Blank");
                client.evaluate(session, "addEventListener('pagehide', () => navigator.sendBeacon('" + url + "'))");
            }
        }
        awaitArrived(control);
        assertThat(human.ids()).contains(trap);
    }

    private static void awaitArrived(String control) {
        await("the request to where it may go")
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> pages.requests("/arrived").stream().anyMatch(request -> control.endsWith(request.path())));
    }

    /** Otherwise the test above would show nothing; and he may, also while agents are at work. */
    @ParameterizedTest
    @ValueSource(strings = {"void (new Image().src = url)", "void (location = url)"})
    void theSameRequestFromTheHumansTabArrives(String way) {
        String tab = browser.openTab(host("human", "/blank"));
        String session = human.attach(tab);
        human.awaitTitle(session, "Blank");
        try (CdpClient client = client()) {
            client.create(host("a", "/blank"));
            human.callIn(
                    session,
                    "Runtime.evaluate",
                    "expression",
                    "{ const url = '" + forbidden + "'; " + way + " }",
                    "userGesture",
                    true);
            human.awaitGone(trap);
            browser.closeTab(tab);
        }
        bringTheHumansTabBack();
    }

    /** Such a tab could come of an agent's click as well; the broker's own pages look at each request themselves. */
    @Test
    void aTabThatTheHumanOpensAtTheServicesAddressMeanwhileShowsIt() {
        try (CdpClient client = client()) {
            client.create(host("a", "/blank"));
            String session = human.attach(browser.openTab("http://127.0.0.1:" + service.restPort() + "/health"));
            human.awaitValue(session, "document.body.textContent.includes('\"ok\"')", "true");
        }
        bringTheHumansTabBack();
    }

    /** In a tab of its own each time: one that tried may have been closed for it. */
    private static void go(CdpClient client, String way, String url) {
        String session = client.attach(client.create(host("a", "/blank")));
        client.awaitTitle(session, "Blank");
        String script = "{ const url = '%s', other = 'http://third.localhost:%d'; %s %s; 0 }"
                .formatted(url, pages.port(), HELPERS, WAYS.get(way));
        // The reply does not come if the page is left, or its tab closed, meanwhile.
        client.socket().send(session, "Runtime.evaluate", "expression", script, "userGesture", true);
    }
}
