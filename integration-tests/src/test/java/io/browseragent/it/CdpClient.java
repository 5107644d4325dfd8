package io.browseragent.it;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A CDP client at the level of the browser, of the broker or of plain Chrome, with the words tests use most. */
final class CdpClient implements AutoCloseable {
    /** Matches targets of every type. */
    static final List<Map<String, Object>> ALL = List.of(Map.of());
    /** What Puppeteer attaches itself to: tabs and all else, but not pages. */
    static final List<Map<String, Object>> TABS = List.of(Map.of("type", "page", "exclude", true), Map.of());

    private static final ObjectMapper JSON = new ObjectMapper();

    private final int port;
    private final CdpSocket socket;

    private CdpClient(int port, CdpSocket socket) {
        this.port = port;
        this.socket = socket;
    }

    /** Asks the port for the address of its browser, as every client does. */
    static CdpClient connect(int port) {
        String url = get(port, "/json/version").get("webSocketDebuggerUrl").asText();
        return new CdpClient(port, CdpSocket.connect(url));
    }

    /** A socket of one page. */
    static CdpSocket page(int port, String target) {
        return CdpSocket.connect("ws://127.0.0.1:%d/devtools/page/%s".formatted(port, target));
    }

    static JsonNode get(int port, String path) {
        return http(port, "GET", path);
    }

    static JsonNode http(int port, String verb, String path) {
        return json(RawSocket.http(port, verb, path).body());
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + text, e);
        }
    }

    int port() {
        return port;
    }

    CdpSocket socket() {
        return socket;
    }

    JsonNode call(String method, Object... parameters) {
        return socket.call(method, parameters);
    }

    JsonNode callIn(String session, String method, Object... parameters) {
        return socket.callIn(session, method, parameters);
    }

    /** Opens a tab; gives the id of its page. */
    String create(String url) {
        return call("Target.createTarget", "url", url).get("targetId").asText();
    }

    /** Gives the id of the flat session. */
    String attach(String target) {
        return call("Target.attachToTarget", "targetId", target, "flatten", true)
                .get("sessionId")
                .asText();
    }

    void close(String target) {
        call("Target.closeTarget", "targetId", target);
    }

    void discover(boolean on) {
        if (on) {
            call("Target.setDiscoverTargets", "discover", true, "filter", ALL);
        } else {
            call("Target.setDiscoverTargets", "discover", false);
        }
    }

    void autoAttach(boolean on, boolean pausing) {
        call("Target.setAutoAttach", "autoAttach", on, "waitForDebuggerOnStart", pausing, "flatten", true);
    }

    /** Attaches to what is below the session's target. */
    void autoAttachIn(String session, boolean pausing) {
        callIn(session, "Target.setAutoAttach", "autoAttach", true, "waitForDebuggerOnStart", pausing, "flatten", true);
    }

    /** The value of an expression, awaited and with a user gesture. */
    JsonNode evaluate(String session, String expression) {
        JsonNode result = callIn(
                session,
                "Runtime.evaluate",
                "expression",
                expression,
                "returnByValue",
                true,
                "awaitPromise",
                true,
                "userGesture",
                true);
        return result.has("exceptionDetails") ? result : result.at("/result/value");
    }

    /** Waits until an expression gives this, as text; a document that is just being replaced counts as no. */
    void awaitValue(String session, String expression, String expected) {
        await(expression + " to be " + expected)
                .atMost(Duration.ofSeconds(20))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(30))
                .ignoreExceptionsInstanceOf(CdpSocket.Refused.class)
                .until(() -> evaluate(session, expression).asText(), expected::equals);
    }

    void awaitTitle(String session, String title) {
        awaitValue(session, "document.title", title);
    }

    /** All targets, of every type. */
    List<JsonNode> targets() {
        return list(call("Target.getTargets", "filter", ALL).get("targetInfos"));
    }

    Set<String> ids() {
        return targets().stream().map(info -> info.get("targetId").asText()).collect(Collectors.toSet());
    }

    /** Ids of the pages alone: the tabs as a person sees them. */
    Set<String> pages() {
        return targets().stream()
                .filter(info -> info.get("type").asText().equals("page"))
                .map(info -> info.get("targetId").asText())
                .collect(Collectors.toSet());
    }

    /** The target of this type whose address contains a text. */
    String awaitTarget(String type, String urlPart) {
        return awaitTarget(
                "target " + type + " " + urlPart,
                info -> info.get("type").asText().equals(type)
                        && info.get("url").asText().contains(urlPart));
    }

    String awaitTarget(String what, Predicate<JsonNode> wanted) {
        return await(what)
                .atMost(Duration.ofSeconds(20))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(30))
                .until(() -> targets().stream().filter(wanted).findFirst(), found -> found.isPresent())
                .orElseThrow()
                .get("targetId")
                .asText();
    }

    void awaitGone(String target) {
        await(target + " to be gone")
                .atMost(Duration.ofSeconds(20))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(30))
                .until(() -> !ids().contains(target));
    }

    /** Texts of all that came, replies and events. */
    Stream<String> frames() {
        return socket.received().stream().map(JsonNode::toString);
    }

    @Override
    public void close() {
        socket.close();
    }

    static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }
}
