package io.browseragent.proxy.app;

import io.browseragent.proxy.settings.BrokerConfig;
import io.quarkus.vertx.http.runtime.VertxHttpRecorder;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * The REST port on ::1. Quarkus listens on one address; this second server hands every request to the same root handler,
 * so that filters, REST and websockets are the same on both.
 */
@Singleton
final class RestTwin {

    private static final Logger LOG = Logger.getLogger(RestTwin.class);

    private final Vertx vertx;
    private final BrokerConfig config;
    private Optional<HttpServer> server = Optional.empty();

    RestTwin(Vertx vertx, BrokerConfig config) {
        this.vertx = vertx;
        this.config = config;
    }

    /** A machine without IPv6 does without. */
    Future<Void> open() {
        return server.map(HttpServer::close)
                .orElse(Future.succeededFuture())
                .compose(closed -> vertx.createHttpServer(new HttpServerOptions()
                                .setTcpNoDelay(true)
                                // As on 127.0.0.1; the guard reads the headers of HTTP/1.1.
                                .setHttp2ClearTextEnabled(false))
                        .requestHandler(VertxHttpRecorder.getRootHandler())
                        .listen(config.port(), "::1"))
                .onSuccess(open -> server = Optional.of(open))
                .onFailure(error -> LOG.warnf("not listening on [::1]:%d: %s", config.port(), error.getMessage()))
                .mapEmpty();
    }
}
