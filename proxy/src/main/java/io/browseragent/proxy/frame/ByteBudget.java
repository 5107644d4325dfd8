package io.browseragent.proxy.frame;

import java.util.concurrent.atomic.AtomicLong;

/** Memory that all connections together may fill with messages that are not complete or not yet taken. Thread-safe. */
public final class ByteBudget {

    private final long limit;
    private final AtomicLong used = new AtomicLong();

    public ByteBudget(long limit) {
        this.limit = limit;
    }

    boolean reserve(long bytes) {
        if (used.addAndGet(bytes) <= limit) {
            return true;
        }
        used.addAndGet(-bytes);
        return false;
    }

    void release(long bytes) {
        used.addAndGet(-bytes);
    }

    /** Bytes reserved right now. */
    public long used() {
        return used.get();
    }

    public long limit() {
        return limit;
    }
}
