package io.browseragent.proxy.loop;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.impl.future.PromiseInternal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.StreamSupport;

/**
 * The door to the one event loop that owns the broker's state: tabs, owners, the connection to the browser. What runs
 * here needs no lock, and must not block.
 */
public final class StateLoop {

    private final Vertx vertx;
    private final ContextInternal context;
    private final List<Long> periodic = new ArrayList<>();

    public StateLoop(Vertx vertx) {
        this.vertx = vertx;
        this.context = ((VertxInternal) vertx).createEventLoopContext();
    }

    public Vertx vertx() {
        return vertx;
    }

    /** How many event loops there are in all. */
    public int count() {
        return (int) StreamSupport.stream(vertx.nettyEventLoopGroup().spliterator(), false)
                .count();
    }

    /** Whether what runs in the other context runs on this loop's thread. */
    public boolean isAlsoOf(Context other) {
        return ((ContextInternal) other).nettyEventLoop() == context.nettyEventLoop();
    }

    /** Runs the work on the loop, after everything handed in before; from any thread. */
    public void run(Runnable work) {
        context.runOnContext(ignored -> work.run());
    }

    /**
     * Runs the work on the loop and tells its result on the event loop of the caller, so that a client's sockets stay on
     * one loop, and behind whatever the work itself handed to that loop; a throw fails the future.
     */
    public <T> Future<T> ask(Callable<T> work) {
        return start(() -> Future.succeededFuture(work.call()));
    }

    /** Like {@link #ask} for work that goes on asynchronously. */
    public <T> Future<T> start(Callable<Future<T>> work) {
        ContextInternal caller = ((VertxInternal) vertx).getOrCreateContext();
        PromiseInternal<T> promise = caller.promise();
        run(() -> begin(work)
                // Completed from here it would be seen at once by whoever looks, ahead of what is still on its way.
                .onComplete(done -> caller.runOnContext(ignored -> promise.handle(done))));
        return promise.future();
    }

    private static <T> Future<T> begin(Callable<Future<T>> work) {
        try {
            return work.call();
        } catch (Exception e) {
            return Future.failedFuture(e);
        }
    }

    /** Runs the work on the loop again and again, until {@link #stop()}. */
    public void every(Duration period, Runnable work) {
        run(() -> periodic.add(vertx.setPeriodic(period.toMillis(), tick -> work.run())));
    }

    /** Ends what runs periodically; in development mode the loop outlives the broker. */
    public Future<Void> stop() {
        return ask(() -> {
            periodic.forEach(vertx::cancelTimer);
            periodic.clear();
            return null;
        });
    }

    /** Fails where state is touched from elsewhere. */
    public void check() {
        if (Vertx.currentContext() != context) {
            throw new IllegalStateException("broker state touched outside its loop");
        }
    }
}
