package io.browseragent.proxy.wire;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts the connected clients of all event loops. Thread-safe. */
final class LiveClients {

    private final AtomicInteger count = new AtomicInteger();

    void joined() {
        count.incrementAndGet();
    }

    void left() {
        count.decrementAndGet();
    }

    public int count() {
        return count.get();
    }
}
