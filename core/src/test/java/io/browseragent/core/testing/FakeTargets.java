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
    /** Each page is in a tab, a target of its own. */
    private final Map<String, String> pageOfTab = new LinkedHashMap<>();

    FakeTargets(FakeBrowser browser) {
        this.browser = browser;
        add(hexId(), "about:blank", "about:blank");
    }

    private void add(String id, String url, String title) {
        urlAndTitle.put(id, new String[] {url, title});
        pageOfTab.put(hexId(), id);
    }

    synchronized String tabOf(String page) {
        return pageOfTab.entrySet().stream()
                .filter(tab -> tab.getValue().equals(page))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    /** Every tab target with its page. */
    synchronized Map<String, String> pagesByTab() {
        return Map.copyOf(pageOfTab);
    }

    /** Of a page, or the tab that it is in. */
    private String page(String target) {
        return pageOfTab.getOrDefault(target, target);
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
        add(id, url, "");
        tell("Target.targetCreated", tabOf(id));
        tell("Target.targetCreated", id);
        return id;
    }

    synchronized void change(String id, String url, String title) {
        urlAndTitle.put(id, new String[] {url, title});
        tell("Target.targetInfoChanged", id);
    }

    synchronized void close(String target) {
        String id = page(target);
        String tab = tabOf(id);
        for (FakeSocket socket : browser.openSockets()) {
            if (socket.pageId().filter(id::equals).isPresent()) {
                tell(socket, "Inspector.detached", "{\"reason\":\"target_closed\"}");
                socket.drop(FakeSocket.Drop.FIN);
                continue;
            }
            for (String session : List.copyOf(socket.sessions().keySet())) {
                if (socket.sessions().remove(session, id) || socket.sessions().remove(session, tab)) {
                    ObjectNode params =
                            FakeCall.object().put("sessionId", session).put("targetId", id);
                    tell(socket, "Target.detachedFromTarget", params.toString());
                }
            }
        }
        urlAndTitle.remove(id);
        pageOfTab.remove(tab);
        for (String gone : List.of(id, tab)) {
            interested(gone.equals(tab))
                    .forEach(s -> tell(s, "Target.targetDestroyed", "{\"targetId\":\"" + gone + "\"}"));
        }
    }

    private void tell(String event, String id) {
        String params = FakeCall.object().set("targetInfo", info(id)).toString();
        interested(pageOfTab.containsKey(id)).forEach(s -> tell(s, event, params));
    }

    private static void tell(FakeSocket socket, String event, String params) {
        try {
            socket.event(event, params);
        } catch (UncheckedIOException ended) {
            // News for a peer that has just gone.
        }
    }

    /** By default tabs are left out. */
    private List<FakeSocket> interested(boolean inTabs) {
        return browser.openSockets().stream()
                .filter(s -> s.discovers && (!inTabs || s.discoversTabs))
                .toList();
    }

    private ObjectNode info(String target) {
        String id = page(target);
        boolean attached = browser.openSockets().stream()
                .anyMatch(s -> s.sessions().containsValue(target)
                        || s.pageId().filter(target::equals).isPresent());
        return FakeCall.object()
                .put("targetId", target)
                .put("type", target.equals(id) ? "page" : "tab")
                .put("title", title(id))
                .put("url", url(id))
                .put("attached", attached)
                .put("canAccessOpener", false)
                .put("browserContextId", CONTEXT);
    }

    synchronized void setDiscoverTargets(FakeCall call) {
        call.socket().discovers = call.params().path("discover").asBoolean();
        call.socket().discoversTabs = call.params().has("filter");
        if (call.socket().discovers) {
            for (String id : ids()) {
                if (call.socket().discoversTabs) {
                    created(call, tabOf(id));
                }
                created(call, id);
            }
        }
        call.reply("{}");
    }

    private void created(FakeCall call, String id) {
        ObjectNode params = FakeCall.object();
        params.set("targetInfo", info(id));
        call.event("Target.targetCreated", params.toString());
    }

    /** In the session of a tab its page is attached; elsewhere nothing. */
    synchronized void setAutoAttach(FakeCall call) {
        String tab = call.sessionId().map(call.socket().sessions()::get).orElse("");
        if (pageOfTab.containsKey(tab) && call.params().path("autoAttach").asBoolean()) {
            attached(call, page(tab));
        }
        call.reply("{}");
    }

    private String attached(FakeCall call, String id) {
        String session = hexId();
        call.socket().sessions().put(session, id);
        tell("Target.targetInfoChanged", id);
        ObjectNode params = FakeCall.object().put("sessionId", session);
        params.set("targetInfo", info(id));
        call.event(
                "Target.attachedToTarget",
                params.put("waitingForDebugger", false).toString());
        return session;
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
        String answer = call.params().path("forTab").asBoolean() ? tabOf(id) : id;
        call.reply("{\"targetId\":\"" + answer + "\"}");
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
        withTarget(call, id -> call.reply("{\"sessionId\":\"" + attached(call, id) + "\"}"));
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
        if (has(page(id))) {
            then.accept(id);
        } else {
            call.fail(-32602, "No target with given id found");
        }
    }
}
