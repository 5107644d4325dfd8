package io.browseragent.proxy.client;

import io.browseragent.core.model.TargetId;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Tells of targets that are gone as Chrome does: their sessions end first, and a page ends before its tab. The sessions
 * end on the client's own connection, the targets on the broker's. Confined to the client's event loop.
 */
final class Endings {

    private final Predicate<TargetId> attached;
    private final Consumer<TargetId> tell;
    /** By page, in the order of the browser. */
    private final Map<TargetId, Queue<TargetId>> gone = new LinkedHashMap<>();

    /**
     * @param attached whether a session of the target is open
     * @param tell the client that it is gone
     */
    Endings(Predicate<TargetId> attached, Consumer<TargetId> tell) {
        this.attached = attached;
        this.tell = tell;
    }

    /** @param page that the target was, or was part of */
    void gone(TargetId target, TargetId page) {
        gone.computeIfAbsent(page, key -> new ArrayDeque<>()).add(target);
        tellWhatHasEnded();
    }

    /** To be called when sessions have ended. */
    void tellWhatHasEnded() {
        List.copyOf(gone.values()).forEach(targets -> {
            while (!targets.isEmpty() && !attached.test(targets.peek())) {
                tell.accept(targets.remove());
            }
        });
        gone.values().removeIf(Queue::isEmpty);
    }
}
