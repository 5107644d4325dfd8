package io.browseragent.it;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** One client with one tab, and a session of every kind that it can have for it. */
final class Levels implements AutoCloseable {
    private final CdpClient client;
    private final CdpSocket pageSocket;
    private final String page;
    private final Map<Level.Kind, Level> levels = new EnumMap<>(Level.Kind.class);
    private final Set<String> targets = new HashSet<>();

    private Levels(int port, String url) {
        client = CdpClient.connect(port);
        CdpSocket socket = client.socket();
        page = client.create(url);
        String session = client.attach(page);
        client.awaitTitle(session, "Own");
        pageSocket = CdpClient.page(port, page);
        String browser =
                client.call("Target.attachToBrowserTarget").get("sessionId").asText();
        String host = url.replaceFirst("^(http://[^/]+).*", "$1");
        String tab = client.awaitTarget("tab", host);
        String nonFlat = client.call("Target.attachToTarget", "targetId", page, "flatten", false)
                .get("sessionId")
                .asText();
        client.callIn(
                session, "Target.setAutoAttach", "autoAttach", true, "waitForDebuggerOnStart", false, "flatten", true);
        targets.add(page);
        targets.add(tab);
        levels.put(Level.Kind.BROWSER_SOCKET, Level.of(socket));
        levels.put(Level.Kind.BROWSER_SESSION, Level.flat(socket, browser));
        levels.put(Level.Kind.PAGE_SESSION, Level.flat(socket, session));
        levels.put(Level.Kind.PAGE_SOCKET, Level.of(pageSocket));
        levels.put(Level.Kind.TAB_SESSION, Level.flat(socket, client.attach(tab)));
        levels.put(Level.Kind.FRAME_SESSION, child(session, "iframe"));
        levels.put(Level.Kind.WORKER_SESSION, child(session, "worker"));
        levels.put(Level.Kind.SERVICE_WORKER_SESSION, child(session, "service_worker"));
        levels.put(Level.Kind.NON_FLAT_SESSION, Level.nonFlat(socket, nonFlat));
    }

    /** Opens a page like {@code /own} at a host that nobody else visits. */
    static Levels open(int port, String url) {
        return new Levels(port, url);
    }

    CdpClient client() {
        return client;
    }

    String page() {
        return page;
    }

    /** The page, its tab, its frame and its workers. */
    Set<String> targets() {
        return targets;
    }

    Level get(Level.Kind kind) {
        return levels.get(kind);
    }

    @Override
    public void close() {
        client.socket().send(null, "Target.closeTarget", "targetId", page);
        pageSocket.close();
        client.close();
    }

    private Level child(String session, String type) {
        JsonNode attached = client.socket()
                .awaitMessage(
                        "the session of the " + type,
                        message -> message.path("method").asText().equals("Target.attachedToTarget")
                                && message.path("sessionId").asText().equals(session)
                                && message.at("/params/targetInfo/type")
                                        .asText()
                                        .equals(type));
        targets.add(attached.at("/params/targetInfo/targetId").asText());
        return Level.flat(client.socket(), attached.at("/params/sessionId").asText());
    }
}
