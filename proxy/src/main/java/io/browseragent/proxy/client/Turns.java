package io.browseragent.proxy.client;

import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Steps of one client that are taken one after the other, each when the one before has ended: as in Chrome, a command
 * about targets sees what the one before it did. Confined to the client's event loop.
 */
final class Turns {

    /** A client that sends more than this ahead is not read until half of it is done. */
    private static final int MANY = 256;

    private final Queue<Supplier<Future<Void>>> waiting = new ArrayDeque<>();
    private final Consumer<Boolean> behind;
    private boolean busy;
    private boolean many;

    /** @param behind is told when steps begin to pile up, and when they do so no longer */
    Turns(Consumer<Boolean> behind) {
        this.behind = behind;
    }

    /** @param step must not throw; its failure does not stop those after it */
    void take(Supplier<Future<Void>> step) {
        waiting.add(step);
        if (!many && waiting.size() > MANY) {
            many = true;
            behind.accept(true);
        }
        if (!busy) {
            next();
        }
    }

    private void next() {
        while (!waiting.isEmpty()) {
            busy = true;
            Future<Void> step = waiting.remove().get();
            if (many && waiting.size() <= MANY / 2) {
                many = false;
                behind.accept(false);
            }
            if (!step.isComplete()) {
                step.onComplete(done -> next());
                return;
            }
        }
        busy = false;
    }
}
