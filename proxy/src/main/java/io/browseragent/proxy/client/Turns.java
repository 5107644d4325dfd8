package io.browseragent.proxy.client;

import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Supplier;

/**
 * Steps of one client that are taken one after the other, each when the one before has ended: as in Chrome, a command
 * about targets sees what the one before it did. Confined to the client's event loop.
 */
final class Turns {

    private final Queue<Supplier<Future<Void>>> waiting = new ArrayDeque<>();
    private boolean busy;

    /** @param step must not throw; its failure does not stop those after it */
    void take(Supplier<Future<Void>> step) {
        waiting.add(step);
        if (!busy) {
            next();
        }
    }

    private void next() {
        while (!waiting.isEmpty()) {
            busy = true;
            Future<Void> step = waiting.remove().get();
            if (!step.isComplete()) {
                step.onComplete(done -> next());
                return;
            }
        }
        busy = false;
    }
}
