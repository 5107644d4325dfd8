package io.browseragent.proxy.browser;

import com.fasterxml.jackson.databind.JsonNode;
import io.browseragent.core.cdp.CdpJson;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.impl.ConnectionBase;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** The browser's debug port: what it says over HTTP, and websockets to it. Usable on any event loop. */
final class DebugPort {

    /** Both loopback addresses: a browser may listen on either one alone. */
    static final List<String> HOSTS = List.of("127.0.0.1", "::1");

    private static final int NO_LIMIT = 1 << 20;
    /**
     * Nothing stays in these pools. Their cleaner's timer would share an event loop with clients, and make every wait of
     * their sockets a timed one: 40 µs more a message, measured.
     */
    private static final int NEVER = 0;

    /**
     * Reads grow with what the browser sends: large messages pass in few pieces, small ones cost what they did. Netty's
     * own limit is 64 KB.
     */
    private static final RecvByteBufAllocator READS = new AdaptiveRecvByteBufAllocator(64, 2048, 512 << 10);

    private static final SecureRandom RANDOM = new SecureRandom();

    private static final Logger LOG = Logger.getLogger(DebugPort.class);

    private final Vertx vertx;
    private final HttpClient json;
    private final HttpClient sockets;

    DebugPort(Vertx vertx) {
        this.vertx = vertx;
        // Chrome closes its /json connections; a kept one would fail the next request.
        this.json = vertx.createHttpClient(new HttpClientOptions()
                .setConnectTimeout(2_000)
                .setKeepAlive(false)
                .setPoolCleanerPeriod(NEVER)
                .setMaxPoolSize(16));
        // Without keep-alive Vert.x overwrites "Connection: Upgrade".
        this.sockets = vertx.createHttpClient(new HttpClientOptions()
                .setConnectTimeout(2_000)
                .setKeepAlive(true)
                .setTcpNoDelay(true)
                .setPoolCleanerPeriod(NEVER)
                .setMaxPoolSize(NO_LIMIT));
        // Netty asks for the size before the first read, and keeps what it was given then.
        sockets.connectionHandler(
                connection -> ((ConnectionBase) connection).channel().config().setRecvByteBufAllocator(READS));
    }

    /** Asks who listens. Fails with {@link NotABrowserException} when that is no browser, otherwise when nobody does. */
    Future<BrowserInfo> identify(String host, int port, Duration deadline) {
        return get(host, port, "/json/version", deadline).map(body -> parseVersion(host, port, body));
    }

    Future<Buffer> get(String host, int port, String path, Duration deadline) {
        RequestOptions request =
                new RequestOptions().setHost(host).setPort(port).setURI(path).setTimeout(deadline.toMillis());
        Future<Buffer> body = json.request(request)
                .compose(open -> open.send()
                        .compose(answer -> answer.statusCode() == 200
                                ? answer.body()
                                : Future.failedFuture(new NotABrowserException(
                                        path + " on port " + port + " answers with HTTP " + answer.statusCode())))
                        .recover(error -> Future.failedFuture(
                                error instanceof NotABrowserException
                                        ? error
                                        // Somebody took the connection: that is not the same as nobody there.
                                        : new NoBrowserException(
                                                path + " on port " + port + ": " + error.getMessage()))));
        return within(body, deadline, path + " on port " + port);
    }

    private static BrowserInfo parseVersion(String host, int port, Buffer body) {
        try {
            JsonNode fields = CdpJson.MAPPER.readTree(body.getBytes());
            Map<String, String> version = new LinkedHashMap<>();
            fields.properties()
                    .forEach(field ->
                            version.put(field.getKey(), field.getValue().asText()));
            String endpoint = version.remove("webSocketDebuggerUrl");
            if (endpoint != null) {
                return new BrowserInfo(host, port, URI.create(endpoint).getPath(), OptionalLong.empty(), version);
            }
        } catch (IOException | IllegalArgumentException e) {
            // Told below: what answers is not what a browser answers.
        }
        throw new NotABrowserException("what listens on port " + port + " is no browser's debug port");
    }

    /** Opens a websocket and takes its connection over right after the handshake. */
    Future<BrowserSession> openSocket(BrowserInfo browser, String path, Duration deadline) {
        RequestOptions request = new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setHost(browser.host())
                .setPort(browser.port())
                .setURI(path)
                .setHeaders(handshake());
        Future<HttpClientRequest> upgrade = sockets.request(request);
        Future<BrowserSession> session = upgrade.compose(open -> {
                    // Told again when the taken-over connection ends one day; its owner hears of that by itself.
                    open.exceptionHandler(error -> LOG.debugf("%s: %s", path, error.getMessage()));
                    return open.connect();
                })
                .compose(answer -> answer.statusCode() == 101
                        ? Future.succeededFuture(new SocketSession(
                                answer.netSocket(), answer.request().connection()))
                        : refused(answer, path));
        return within(session, deadline, path).onFailure(ignored -> {
            if (!session.isComplete()) {
                session.onSuccess(BrowserSession::end);
                // A browser that never answers would keep the connection.
                upgrade.onSuccess(HttpClientRequest::reset);
            }
        });
    }

    private static Future<BrowserSession> refused(HttpClientResponse answer, String path) {
        answer.request().connection().close();
        return Future.failedFuture(
                new NoBrowserException("the browser refused " + path + " with HTTP " + answer.statusCode()));
    }

    private static MultiMap handshake() {
        byte[] key = new byte[16];
        RANDOM.nextBytes(key);
        return MultiMap.caseInsensitiveMultiMap()
                .add("Connection", "Upgrade")
                .add("Upgrade", "websocket")
                .add("Sec-WebSocket-Version", "13")
                .add("Sec-WebSocket-Key", Base64.getEncoder().encodeToString(key));
    }

    private <T> Future<T> within(Future<T> work, Duration deadline, String what) {
        Promise<T> promise = Promise.promise();
        long timer = vertx.setTimer(
                deadline.toMillis(),
                fired -> promise.tryFail(new NoBrowserException(
                        "the browser did not answer " + what + " within " + deadline.toMillis() + " ms")));
        work.onComplete(done -> {
            vertx.cancelTimer(timer);
            if (done.succeeded()) {
                promise.tryComplete(done.result());
            } else {
                promise.tryFail(done.cause());
            }
        });
        return promise.future();
    }

    Future<Void> close() {
        return json.close().eventually(() -> sockets.close()).timeout(2, TimeUnit.SECONDS);
    }
}
