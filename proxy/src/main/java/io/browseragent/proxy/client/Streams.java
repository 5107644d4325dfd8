package io.browseragent.proxy.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Set;

/** Handles of {@code IO.read} that were given to this client. Confined to the client's event loop. */
final class Streams {

    private final Set<String> handles = new HashSet<>();
    private final Set<Integer> pending = new HashSet<>();

    /** The reply to this command may name a handle. */
    void expect(int id) {
        pending.add(id);
    }

    boolean expects(long id) {
        return !pending.isEmpty() && pending.contains((int) id);
    }

    /** {@code Page.printToPDF} and the like; {@code Network.loadNetworkResource} names it one level deeper. */
    void reply(JsonNode reply) {
        pending.remove(reply.path("id").asInt());
        Messages.text(reply.path("result"), "stream").ifPresent(handles::add);
        Messages.text(reply.path("result").path("resource"), "stream").ifPresent(handles::add);
    }

    boolean owns(String handle) {
        return handles.contains(handle);
    }
}
