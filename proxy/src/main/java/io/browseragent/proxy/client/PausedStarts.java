package io.browseragent.proxy.client;

import io.browseragent.core.model.TargetId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * New tabs whose first document waits until the client says {@code Runtime.runIfWaitingForDebugger}: they stand at
 * about:blank meanwhile. Confined to the client's event loop.
 */
final class PausedStarts {

    private final BiConsumer<TargetId, String> navigate;
    private final Map<TargetId, Start> starts = new HashMap<>();
    /** Sessions that the client was told are waiting, and has not let run. */
    private final Set<String> waiting = new HashSet<>();
    /** Commands that let a session run, whose replies are awaited. */
    private final AwaitedReplies<String> running = new AwaitedReplies<>();

    private record Start(String url, Set<String> sessions) {}

    /** @param navigate loads the first document of a page */
    PausedStarts(BiConsumer<TargetId, String> navigate) {
        this.navigate = navigate;
    }

    /** The client is told now that this session waits. */
    void announced(String session) {
        waiting.add(session);
    }

    /** @param sessions that must let it run; where all have done so already, it does at once */
    void pause(TargetId page, String url, Set<String> sessions) {
        Set<String> left = new HashSet<>(sessions);
        // A quick client has let some run within the event that told of them.
        left.retainAll(waiting);
        if (left.isEmpty()) {
            navigate.accept(page, url);
        } else {
            starts.put(page, new Start(url, left));
        }
    }

    /** The client lets this session run; what it sent before must reach the page first, so the reply decides. */
    void runs(int command, String session) {
        if (waiting.contains(session)) {
            running.await(command, Optional.of(session), session);
        }
    }

    boolean mayBeExpected(long reply) {
        return running.mayBe(reply);
    }

    void reply(int command, Optional<String> session) {
        running.answered(command, session).ifPresent(this::letRun);
    }

    /** A session that ended holds nothing any more. */
    void letRun(String session) {
        waiting.remove(session);
        Map.copyOf(starts).forEach((page, start) -> {
            if (start.sessions().remove(session) && start.sessions().isEmpty()) {
                starts.remove(page);
                navigate.accept(page, start.url());
            }
        });
    }

    void gone(TargetId page) {
        starts.remove(page);
    }
}
