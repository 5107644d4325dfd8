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

    /** A client that sends more than this ahead, in steps or in bytes, is not read until half of it is done. */
    private static final int MANY = 256;

    private static final long MANY_BYTES = 1 << 20;

    private record Step(Supplier<Future<Void>> work, int bytes) {}

    private final Queue<Step> waiting = new ArrayDeque<>();
    private final Consumer<Boolean> behind;
    private boolean busy;
    private boolean many;
    private long bytes;

    /** @param behind is told when steps begin to pile up, and when they do so no longer */
    Turns(Consumer<Boolean> behind) {
        this.behind = behind;
    }

    /**
     * @param step must not throw; its failure does not stop those after it
     * @param size of what it keeps until it is taken, in bytes
     */
    void take(Supplier<Future<Void>> step, int size) {
        waiting.add(new Step(step, size));
        bytes += size;
        if (!many && isMoreThan(MANY, MANY_BYTES)) {
            many = true;
            behind.accept(true);
        }
        if (!busy) {
            next();
        }
    }

    private boolean isMoreThan(int steps, long size) {
        return waiting.size() > steps || bytes > size && waiting.size() > 1;
    }

    private void next() {
        while (!waiting.isEmpty()) {
            busy = true;
            Step next = waiting.remove();
            bytes -= next.bytes();
            Future<Void> step = next.work().get();
            if (many && !isMoreThan(MANY / 2, MANY_BYTES / 2)) {
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
