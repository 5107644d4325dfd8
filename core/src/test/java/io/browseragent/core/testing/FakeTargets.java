package io.browseragent.core.testing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The tabs of a fake browser and its answers for the Target domain, events in the order Chrome 156 sends them.
 * Guarded by its own monitor.
 */
final class FakeTargets {

    private static final String CONTEXT = hexId();

    private final FakeBrowser browser;
    private final Map<String, String[]> urlAndTitle = new LinkedHashMap<>();

    FakeTargets(FakeBrowser browser) {
        this.browser = browser;
        urlAndTitle.put(hexId(), new String[] {"about:blank", "about:blank"});
    }

    static String hexId() {
        return UUID.randomUUID().toString().replace("-", "").toUpperCase();
    }

    synchronized List<String> ids() {
        return List.copyOf(urlAndTitle.keySet());
    }

    synchronized boolean has(String id) {
        return urlAndTitle.containsKey(id);
    }

    synchronized String url(String id) {
        return urlAndTitle.get(id)[0];
    }

    synchronized String title(String id) {
        return urlAndTitle.get(id)[1];
    }

    synchronized String open(String url) {
        String id = hexId();
        urlAndTitle.put(id, new String[] {url, ""});
        tell("Target.targetCreated", id);
        return id;
    }

    synchronized void change(String id, String url, String title) {
        urlAndTitle.put(id, new String[] {url, title});
        tell("Target.targetInfoChanged", id);
    }

    synchronized void close(String id) {
        for (FakeSocket socket : browser.openSockets()) {
            if (socket.pageId().filter(id::equals).isPresent()) {
                tell(socket, "Inspector.detached", "{\"reason\":\"target_closed\"}");
                socket.drop(FakeSocket.Drop.FIN);
                continue;
            }
            for (String session : List.copyOf(socket.sessions().keySet())) {
                if (socket.sessions().remove(session, id)) {
                    ObjectNode params =
                            FakeCall.object().put("sessionId", session).put("targetId", id);
                    tell(socket, "Target.detachedFromTarget", params.toString());
                }
            }
        }
        urlAndTitle.remove(id);
        discovering().forEach(s -> tell(s, "Target.targetDestroyed", "{\"targetId\":\"" + id + "\"}"));
    }

    private void tell(String event, String id) {
        String params = FakeCall.object().set("targetInfo", info(id)).toString();
        discovering().forEach(s -> tell(s, event, params));
    }

    private static void tell(FakeSocket socket, String event, String params) {
        try {
            socket.event(event, params);
        } catch (UncheckedIOException ended) {
            // News for a peer that has just gone.
        }
    }

    private List<FakeSocket> discovering() {
        return browser.openSockets().stream().filter(s -> s.discovers).toList();
    }

    private ObjectNode info(String id) {
        boolean attached = browser.openSockets().stream()
                .anyMatch(s -> s.sessions().containsValue(id)
                        || s.pageId().filter(id::equals).isPresent());
        return FakeCall.object()
                .put("targetId", id)
                .put("type", "page")
                .put("title", title(id))
                .put("url", url(id))
                .put("attached", attached)
                .put("canAccessOpener", false)
                .put("browserContextId", CONTEXT);
    }

    synchronized void setDiscoverTargets(FakeCall call) {
        call.socket().discovers = call.params().path("discover").asBoolean();
        if (call.socket().discovers) {
            for (String id : ids()) {
                ObjectNode params = FakeCall.object();
                params.set("targetInfo", info(id));
                call.event("Target.targetCreated", params.toString());
            }
        }
        call.reply("{}");
    }

    synchronized void getTargets(FakeCall call) {
        ObjectNode result = FakeCall.object();
        ArrayNode infos = result.putArray("targetInfos");
        ids().forEach(id -> infos.add(info(id)));
        call.reply(result);
    }

    synchronized void getTargetInfo(FakeCall call) {
        withTarget(call, id -> {
            ObjectNode result = FakeCall.object();
            result.set("targetInfo", info(id));
            call.reply(result);
        });
    }

    synchronized void createTarget(FakeCall call) {
        String id = open(call.param("url"));
        call.reply("{\"targetId\":\"" + id + "\"}");
        change(id, url(id), url(id));
    }

    synchronized void closeTarget(FakeCall call) {
        withTarget(call, id -> {
            call.reply("{\"success\":true}");
            close(id);
        });
    }

    synchronized void activateTarget(FakeCall call) {
        withTarget(call, id -> call.reply("{}"));
    }

    synchronized void attachToTarget(FakeCall call) {
        withTarget(call, id -> {
            String session = hexId();
            call.socket().sessions().put(session, id);
            tell("Target.targetInfoChanged", id);
            ObjectNode params = FakeCall.object().put("sessionId", session);
            params.set("targetInfo", info(id));
            call.event(
                    "Target.attachedToTarget",
                    params.put("waitingForDebugger", false).toString());
            call.reply("{\"sessionId\":\"" + session + "\"}");
        });
    }

    synchronized void detachFromTarget(FakeCall call) {
        String session = call.param("sessionId");
        Optional<String> id = Optional.ofNullable(call.socket().sessions().remove(session));
        if (id.isEmpty()) {
            call.fail(-32602, "No session with given id");
            return;
        }
        ObjectNode params = FakeCall.object().put("sessionId", session).put("targetId", id.get());
        call.event("Target.detachedFromTarget", params.toString());
        tell("Target.targetInfoChanged", id.get());
        call.reply("{}");
    }

    private void withTarget(FakeCall call, Consumer<String> then) {
        String id = call.params().path("targetId").asText(call.socket().pageId().orElse(""));
        if (has(id)) {
            then.accept(id);
        } else {
            call.fail(-32602, "No target with given id found");
        }
    }
}
