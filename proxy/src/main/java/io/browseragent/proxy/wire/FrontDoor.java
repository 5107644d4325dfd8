package io.browseragent.proxy.wire;

import io.browseragent.proxy.browser.BrowserLink;
import io.browseragent.proxy.frame.ByteBudget;
import io.browseragent.proxy.guard.Guard;
import io.browseragent.proxy.guard.RequestOrigin;
import io.browseragent.proxy.loop.StateLoop;
import io.browseragent.proxy.ownership.TargetRegistry;
import io.browseragent.proxy.peer.PeerSession;
import io.browseragent.proxy.policy.AgentUrls;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.BindException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * The CDP port: whatever a client may ask of Chrome's debug port, on both loopback addresses and on several event
 * loops. A client lives on one loop from its first byte to its last.
 */
public final class FrontDoor {

    private static final Logger LOG = Logger.getLogger(FrontDoor.class);

    /** A tab's address travels in the request line. */
    private static final int MAX_REQUEST_LINE = 2 << 20;

    private final StateLoop loop;
    private final Vertx vertx;
    private final FrontDoorSettings settings;
    private final Guard guard;
    private final AgentUrls urls;
    private final BrowserLink link;
    private final TargetRegistry tabs;
    private final LiveClients live = new LiveClients();
    private final PipeSettings pipes;
    private final PeerSession peers;

    /** Unguessable, and new with every start; the browser's own id is accepted nowhere. */
    private final String browserId = UUID.randomUUID().toString();

    private Optional<String> deployment = Optional.empty();

    public FrontDoor(
            StateLoop loop,
            FrontDoorSettings settings,
            Guard guard,
            AgentUrls urls,
            BrowserLink link,
            TargetRegistry tabs) {
        this.loop = loop;
        this.vertx = loop.vertx();
        this.settings = settings;
        this.guard = guard;
        this.urls = urls;
        this.link = link;
        this.tabs = tabs;
        this.peers = new PeerSession(vertx);
        this.pipes = new PipeSettings(
                new ByteBudget(settings.messageBudget()), settings.maxMessage(), settings.clientStall(), urls::mayOpen);
    }

    /** Opens the port; fails with what to do when it is taken. */
    public Future<Void> open() {
        // One for each event loop, of which the one that owns the state takes no clients.
        int loops = loop.count();
        return vertx.deployVerticle(Door::new, new DeploymentOptions().setInstances(loops))
                .onSuccess(id -> deployment = Optional.of(id))
                .mapEmpty();
    }

    /** Says goodbye to every client and closes the port. */
    public Future<Void> close() {
        Optional<String> open = deployment;
        deployment = Optional.empty();
        return open.map(vertx::undeploy).orElse(Future.succeededFuture());
    }

    public int clients() {
        return live.count();
    }

    /** Memory that incomplete or untaken messages of all clients fill. */
    public long heldBytes() {
        return pipes.budget().used();
    }

    private static RequestOrigin origin(HttpServerRequest request) {
        return new RequestOrigin(
                request.headers().getAll("Host"),
                request.headers().getAll("Origin"),
                Optional.ofNullable(request.getHeader("Sec-Fetch-Site")));
    }

    private final class Door extends AbstractVerticle {

        private final List<HttpServer> servers = new ArrayList<>();
        private Discovery discovery;
        private Upgrades upgrades;

        @Override
        public void start(Promise<Void> started) {
            if (loop.isAlsoOf(context) && loop.count() > 1) {
                // Its timers would make every wait of these clients' sockets a timed one, which costs 40 µs a message.
                started.complete();
                return;
            }
            discovery = new Discovery(link, tabs, urls, peers, browserId);
            upgrades = new Upgrades(vertx, link, tabs, browserId, pipes, live, peers);
            listen("127.0.0.1")
                    .compose(bound -> listen("::1").recover(error -> {
                        if (error instanceof BindException && isTaken(error)) {
                            return Future.failedFuture(error);
                        }
                        LOG.warnf("not listening on [::1]:%d: %s", settings.port(), error.getMessage());
                        return Future.succeededFuture();
                    }))
                    .onComplete(started);
        }

        private boolean isTaken(Throwable error) {
            return error.getMessage() != null && error.getMessage().contains("in use");
        }

        private Future<Void> listen(String host) {
            HttpServer server = vertx.createHttpServer(new HttpServerOptions()
                            .setTcpNoDelay(true)
                            // Chrome speaks HTTP/1.1 alone, and the guard reads its headers.
                            .setHttp2ClearTextEnabled(false)
                            .setMaxInitialLineLength(MAX_REQUEST_LINE)
                            .setMaxHeaderSize(64 << 10)
                            .setAcceptBacklog(1024))
                    .requestHandler(this::handle);
            servers.add(server);
            return server.listen(settings.port(), host)
                    .<Void>mapEmpty()
                    .recover(error -> Future.failedFuture(
                            error instanceof BindException && isTaken(error)
                                    ? new BindException("port " + settings.port()
                                            + " is in use; end what holds it, or set BROKER_PROXY_PORT to another port")
                                    : error));
        }

        private void handle(HttpServerRequest request) {
            Optional<String> refusal = guard.refusal(origin(request));
            if (refusal.isPresent()) {
                Discovery.text(request, 403, refusal.get())
                        .onComplete(sent -> request.connection().close());
            } else if (Handshake.isUpgrade(request)) {
                upgrades.handle(request);
            } else {
                discovery.handle(request);
            }
        }

        @Override
        public void stop(Promise<Void> stopped) {
            if (upgrades != null) {
                upgrades.close();
            }
            Future.join(servers.stream().map(HttpServer::close).toList())
                    .<Void>mapEmpty()
                    .onComplete(stopped);
        }
    }
}
