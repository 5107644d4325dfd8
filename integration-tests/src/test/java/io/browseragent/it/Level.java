package io.browseragent.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Where commands can be sent: a connection, a flat session in it, or a session whose messages travel in messages. */
final class Level {
    /** The kinds there are; each has been a way around a filter that knew only of the others. */
    enum Kind {
        BROWSER_SOCKET,
        BROWSER_SESSION,
        PAGE_SESSION,
        PAGE_SOCKET,
        TAB_SESSION,
        FRAME_SESSION,
        WORKER_SESSION,
        SERVICE_WORKER_SESSION,
        NON_FLAT_SESSION;

        /** Chrome lets workers see no targets at all. */
        boolean isWorker() {
            return this == WORKER_SESSION || this == SERVICE_WORKER_SESSION;
        }
    }

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final AtomicInteger WRAPPED_IDS = new AtomicInteger(5_000);

    private final CdpSocket socket;
    private final String session;
    private final boolean flat;

    private Level(CdpSocket socket, String session, boolean flat) {
        this.socket = socket;
        this.session = session;
        this.flat = flat;
    }

    static Level of(CdpSocket socket) {
        return new Level(socket, null, true);
    }

    static Level flat(CdpSocket socket, String session) {
        return new Level(socket, session, true);
    }

    static Level nonFlat(CdpSocket socket, String session) {
        return new Level(socket, session, false);
    }

    /** On which all that concerns this level comes in. */
    CdpSocket socket() {
        return socket;
    }

    /** The whole reply: it has {@code result} or {@code error}. */
    JsonNode ask(String method, Object... parameters) {
        if (flat) {
            return socket.awaitReply(socket.send(session, method, parameters), method);
        }
        Map<String, Object> params = new TreeMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            params.put((String) parameters[i], parameters[i + 1]);
        }
        int id = WRAPPED_IDS.incrementAndGet();
        String message = JSON.valueToTree(Map.of("id", id, "method", method, "params", params))
                .toString();
        socket.call("Target.sendMessageToTarget", "sessionId", session, "message", message);
        JsonNode event = socket.awaitEvent(
                "Target.receivedMessageFromTarget",
                received -> received.path("sessionId").asText().equals(session)
                        && CdpClient.json(received.path("message").asText())
                                        .path("id")
                                        .asInt()
                                == id);
        return CdpClient.json(event.at("/params/message").asText());
    }
}
