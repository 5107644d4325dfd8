package io.browseragent.proxy.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What goes to the client. A message of a session that is not flat is wrapped into
 * {@code Target.receivedMessageFromTarget} of the session it was made in. Confined to the client's event loop.
 */
final class Outbox {

    private final Sessions sessions;
    private final Consumer<byte[]> client;

    Outbox(Sessions sessions, Consumer<byte[]> client) {
        this.sessions = sessions;
        this.client = client;
    }

    void event(String method, ObjectNode params, Optional<String> session) {
        send(Messages.event(method, params, session), session);
    }

    /** @param session the message is of; it names the same one */
    void send(byte[] message, Optional<String> session) {
        Optional<Session> wrapped =
                sessions.anyNotFlat() ? session.flatMap(sessions::find).filter(open -> !open.flat()) : Optional.empty();
        if (wrapped.isEmpty()) {
            client.accept(message);
            return;
        }
        ObjectNode inner = Messages.read(message);
        inner.remove("sessionId");
        Session open = wrapped.get();
        event(
                "Target.receivedMessageFromTarget",
                Messages.object()
                        .put("sessionId", open.id())
                        .put("message", new String(Messages.bytes(inner), java.nio.charset.StandardCharsets.UTF_8))
                        .put("targetId", open.target().value()),
                open.parent());
    }
}
