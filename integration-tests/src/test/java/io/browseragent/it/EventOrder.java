package io.browseragent.it;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What one client is told about targets, in order, with names instead of ids, so that it can be compared with what
 * another was told. It behaves as real clients do: whatever is attached is let run at once.
 *
 * <p>Left out is {@code Target.targetInfoChanged}: how often it comes depends on how fast a page loads.
 */
final class EventOrder implements AutoCloseable {
    private final CdpClient client;
    private final boolean likePuppeteer;
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final Map<Integer, String> calls = new HashMap<>();
    private final Set<String> running = new HashSet<>();
    private final Set<Integer> housekeeping = new HashSet<>();

    EventOrder(int port, boolean likePuppeteer) {
        this.client = CdpClient.connect(port);
        this.likePuppeteer = likePuppeteer;
    }

    /** Calls, lets run what that attaches meanwhile, and gives the result. */
    JsonNode call(String session, String method, Object... parameters) {
        int id = client.socket().send(session, method, parameters);
        calls.put(id, method);
        return until("the reply to " + method, message -> message.path("id").asInt() == id)
                .path("result");
    }

    /** Waits until a page is there, so that nothing depends on how far it has come. */
    void awaitTitle(String session, String title) {
        await(title)
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    letRun();
                    int id = client.socket().send(session, "Runtime.evaluate", "expression", "document.title");
                    housekeeping.add(id);
                    return title.equals(client.socket()
                            .awaitReply(id, "the title")
                            .at("/result/result/value")
                            .asText());
                });
    }

    /** Waits for an event of this kind; gives its parameters. */
    JsonNode event(String method, Predicate<JsonNode> ofParams) {
        return until(
                        method,
                        message ->
                                message.path("method").asText().equals(method) && ofParams.test(message.path("params")))
                .path("params");
    }

    /** Waits for the line that says this of a page, or of the tab target that came with it. */
    void line(int after, String what, String page, String type) {
        lines();
        line(after, what + " " + names.get(page).replace("page", type));
    }

    /** Waits for a line that begins so, after so many others. */
    void line(int after, String beginning) {
        until(beginning, message -> lines().stream().skip(after).anyMatch(line -> line.startsWith(beginning)));
    }

    /** All that a client was told so far, one line each. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (JsonNode message : client.socket().received()) {
            if (message.has("id")) {
                if (!housekeeping.contains(message.get("id").asInt())) {
                    lines.add("reply %s%s"
                            .formatted(calls.get(message.get("id").asInt()), message.has("error") ? " error" : ""));
                }
                continue;
            }
            describe(message, lines);
        }
        return lines;
    }

    @Override
    public void close() {
        client.close();
    }

    private void describe(JsonNode message, List<String> lines) {
        JsonNode params = message.path("params");
        JsonNode info = params.path("targetInfo");
        String method = message.path("method").asText();
        boolean own = info.path("type").asText().equals("browser_ui");
        if (own || method.equals("Target.targetInfoChanged") || !method.matches("(Target|Inspector)\\..*")) {
            return;
        }
        String target = info.isMissingNode()
                ? name(params.path("targetId").asText(params.path("sessionId").asText()), "unknown")
                : name(info.path("targetId").asText(), info.path("type").asText());
        if (method.equals("Target.attachedToTarget")) {
            names.put(params.path("sessionId").asText(), target);
        }
        lines.add(method.replaceFirst(".*\\.", "")
                + (target.isEmpty() ? "" : " " + target)
                + (info.has("openerId")
                        ? " opened by " + name(info.get("openerId").asText(), "unknown")
                        : "")
                + (params.has("waitingForDebugger") ? " waiting " + params.get("waitingForDebugger") : "")
                + (message.has("sessionId")
                        ? " in " + name(message.get("sessionId").asText(), "unknown")
                        : ""));
    }

    private String name(String id, String type) {
        return id.isEmpty() ? "" : names.computeIfAbsent(id, fresh -> type + counts.merge(type, 1, Integer::sum));
    }

    private JsonNode until(String what, Predicate<JsonNode> wanted) {
        return await(what)
                .atMost(Duration.ofSeconds(20))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .failFast(
                        what + " cannot come: the connection is closed",
                        () -> !client.socket().isOpen())
                .until(
                        () -> {
                            letRun();
                            return client.socket().received().stream()
                                    .filter(wanted)
                                    .findFirst();
                        },
                        found -> found.isPresent())
                .orElseThrow();
    }

    private void letRun() {
        for (JsonNode attached : client.socket().events("Target.attachedToTarget")) {
            String session = attached.at("/params/sessionId").asText();
            if (!running.add(session)) {
                continue;
            }
            String type = attached.at("/params/targetInfo/type").asText();
            if (likePuppeteer && type.equals("tab")) {
                housekeeping.add(client.socket()
                        .send(
                                session,
                                "Target.setAutoAttach",
                                "autoAttach",
                                true,
                                "waitForDebuggerOnStart",
                                true,
                                "flatten",
                                true,
                                "filter",
                                CdpClient.ALL));
            }
            housekeeping.add(client.socket().send(session, "Runtime.runIfWaitingForDebugger"));
        }
    }
}
