package io.browseragent.proxy.client;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Commands of the client whose replies matter here. Ids are a session's own: two sessions may use the same one at the
 * same time. Confined to the client's event loop.
 *
 * @param <T> what is remembered of a command
 */
final class AwaitedReplies<T> {

    private record Key(int id, Optional<String> session) {}

    private final Map<Key, T> commands = new HashMap<>();

    void await(int id, Optional<String> session, T what) {
        commands.put(new Key(id, session), what);
    }

    /** Whether a reply may be one of them; only its id is known before it is read. */
    boolean mayBe(long id) {
        return !commands.isEmpty() && commands.keySet().stream().anyMatch(key -> key.id() == id);
    }

    /** What was remembered of the command that is answered now. */
    Optional<T> answered(int id, Optional<String> session) {
        return Optional.ofNullable(commands.remove(new Key(id, session)));
    }
}
