package io.browseragent.proxy.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Handles of {@code IO.read} that were given to this client. Confined to the client's event loop. */
final class Streams {

    private final Set<String> handles = new HashSet<>();
    private final AwaitedReplies<Boolean> awaited = new AwaitedReplies<>();

    /** The reply to this command may name a handle. */
    void expect(int id, Optional<String> session) {
        awaited.await(id, session, true);
    }

    boolean mayBeExpected(long id) {
        return awaited.mayBe(id);
    }

    /** {@code Page.printToPDF} and the like; {@code Network.loadNetworkResource} names it one level deeper. */
    void reply(int id, Optional<String> session, JsonNode result) {
        if (awaited.answered(id, session).isPresent()) {
            Messages.text(result, "stream").ifPresent(handles::add);
            Messages.text(result.path("resource"), "stream").ifPresent(handles::add);
        }
    }

    boolean owns(String handle) {
        return handles.contains(handle);
    }
}
