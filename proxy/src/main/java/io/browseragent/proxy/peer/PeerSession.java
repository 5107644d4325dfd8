package io.browseragent.proxy.peer;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.SocketAddress;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;

/**
 * Tells clients of plain HTTP apart by the session of the operating system that they run in: no client sends anything
 * by which its requests could be joined. Looked up on a worker, once for each connection. From any thread.
 */
public final class PeerSession {

    private static final int THREADS = 2;

    private final WorkerExecutor workers;
    private final ProcTable processes = new ProcTable();
    private final Map<HttpConnection, Future<Optional<String>>> known =
            Collections.synchronizedMap(new WeakHashMap<>());

    public PeerSession(Vertx vertx) {
        this.workers = vertx.createSharedWorkerExecutor("peer-lookup", THREADS);
    }

    /** Such as {@code session-1234}; empty where the operating system does not tell. Never fails. */
    public Future<Optional<String>> of(HttpConnection connection) {
        return known.computeIfAbsent(connection, this::lookUp);
    }

    private Future<Optional<String>> lookUp(HttpConnection connection) {
        SocketAddress peer = connection.remoteAddress();
        SocketAddress own = connection.localAddress();
        Promise<Optional<String>> answer = Promise.promise();
        workers.executeBlocking(() -> processes.session(address(peer), address(own)), false)
                .map(session -> session.map(id -> "session-" + id))
                .otherwise(Optional.empty())
                .onComplete(answer);
        return answer.future();
    }

    /** Always an address, never a name. */
    private static InetSocketAddress address(SocketAddress socket) {
        return new InetSocketAddress(socket.hostAddress(), socket.port());
    }
}
