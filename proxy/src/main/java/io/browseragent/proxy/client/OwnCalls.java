package io.browseragent.proxy.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The broker's own commands on a client's session of the browser, told from the client's by their ids. Confined to the
 * client's event loop.
 */
final class OwnCalls {

    /** Ids up to this one are the broker's; the clients that were measured count up from 0 or 1. */
    static final int LAST_ID = -2_000_000_000;

    private final Consumer<byte[]> browser;
    private final Map<Integer, Promise<ObjectNode>> pending = new HashMap<>();
    private int next = LAST_ID;

    OwnCalls(Consumer<byte[]> browser) {
        this.browser = browser;
    }

    /** The whole reply; fails only when the browser is gone. */
    Future<ObjectNode> call(String method, ObjectNode params, Optional<String> sessionId) {
        int id = next;
        next = next == Integer.MIN_VALUE ? LAST_ID : next - 1;
        Promise<ObjectNode> reply = Promise.promise();
        pending.put(id, reply);
        browser.accept(Messages.command(id, method, params, sessionId));
        return reply.future();
    }

    static boolean isOwn(long id) {
        return id <= LAST_ID && id >= Integer.MIN_VALUE;
    }

    void settle(ObjectNode reply) {
        Promise<ObjectNode> waiting = pending.remove(reply.path("id").asInt());
        if (waiting != null) {
            waiting.complete(reply);
        }
    }

    /** No reply comes any more. */
    void fail(Throwable cause) {
        List<Promise<ObjectNode>> left = List.copyOf(pending.values());
        pending.clear();
        left.forEach(waiting -> waiting.tryFail(cause));
    }
}
