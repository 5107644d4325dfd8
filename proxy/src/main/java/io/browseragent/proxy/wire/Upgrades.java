package io.browseragent.proxy.wire;

import io.browseragent.core.model.Owner;
import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.browser.BrowserLink;
import io.browseragent.proxy.browser.BrowserSession;
import io.browseragent.proxy.client.ClientBrowser;
import io.browseragent.proxy.client.ClientIdentity;
import io.browseragent.proxy.frame.CloseStatus;
import io.browseragent.proxy.ownership.OwnedTab;
import io.browseragent.proxy.ownership.TargetRegistry;
import io.browseragent.proxy.peer.PeerSession;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.NetSocket;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Turns upgrade requests into pipes: the browser's session is opened first, so that its refusal can still be answered
 * over HTTP. One per event loop, and confined to it.
 */
final class Upgrades {

    private static final Logger LOG = Logger.getLogger(Upgrades.class);

    private static final String BROWSER = "/devtools/browser/";
    private static final String PAGE = "/devtools/page/";
    private static final AtomicLong CLIENTS = new AtomicLong();

    private final Vertx vertx;
    private final BrowserLink link;
    private final TargetRegistry tabs;
    private final String browserId;
    private final PipeSettings settings;
    private final LiveClients live;
    private final PeerSession peers;
    private final Set<Pipe> pipes = new LinkedHashSet<>();

    Upgrades(
            Vertx vertx,
            BrowserLink link,
            TargetRegistry tabs,
            String browserId,
            PipeSettings settings,
            LiveClients live,
            PeerSession peers) {
        this.vertx = vertx;
        this.link = link;
        this.tabs = tabs;
        this.browserId = browserId;
        this.settings = settings;
        this.live = live;
        this.peers = peers;
    }

    /** @param gone runs once, when the client is gone or never came to be */
    private record Client(String name, ClientIdentity who, Runnable gone) {}

    void handle(HttpServerRequest request) {
        Optional<String> fault = Handshake.fault(request);
        if (fault.isPresent()) {
            request.response().putHeader("Sec-WebSocket-Version", "13");
            Discovery.text(request, 400, fault.get());
            return;
        }
        String path = request.path();
        if (path.equals(BROWSER + browserId)) {
            browser(request);
        } else if (path.startsWith(PAGE) && path.length() > PAGE.length()) {
            page(request, new TargetId(path.substring(PAGE.length())));
        } else {
            Discovery.text(request, 404, "");
        }
    }

    private void browser(HttpServerRequest request) {
        String name = "client-" + CLIENTS.incrementAndGet();
        Owner owner = new Owner(Owner.Kind.WS, name);
        HttpConnection connection = request.connection();
        ClientIdentity who = new ClientIdentity(owner, () -> peers.of(connection), Optional.empty(), browserId);
        open(request, new Client(name, who, () -> tabs.release(owner)), link::openBrowser);
    }

    private void page(HttpServerRequest request, TargetId target) {
        request.pause();
        Future<Optional<String>> peer = peers.of(request.connection());
        peer.compose(identity -> tabs.lookUp(target).map(tab -> tab.filter(own -> own.mayBeUsedBy(identity))))
                .onSuccess(tab -> tab.ifPresentOrElse(
                        own -> ownPage(request, own, peer),
                        () -> Discovery.text(request, 500, "No such target id: " + target)))
                .onFailure(error -> Discovery.text(request, 503, error.getMessage()));
    }

    private void ownPage(HttpServerRequest request, OwnedTab tab, Future<Optional<String>> peer) {
        String name = "client-" + CLIENTS.incrementAndGet();
        tabs.socketOpened(tab.id());
        ClientIdentity who = new ClientIdentity(tab.owner(), () -> peer, Optional.of(tab.id()), browserId);
        open(request, new Client(name, who, () -> tabs.socketClosed(tab.id())), () -> link.openPage(tab.id()));
    }

    private void open(HttpServerRequest request, Client client, Supplier<Future<BrowserSession>> session) {
        request.pause();
        session.get()
                .onSuccess(browser -> accept(request)
                        .onSuccess(socket -> join(client, socket, browser))
                        .onFailure(error -> {
                            LOG.debugf("%s left during the handshake: %s", client.name(), error.getMessage());
                            browser.end();
                            client.gone().run();
                        }))
                .onFailure(error -> {
                    client.gone().run();
                    Discovery.text(request, 503, error.getMessage());
                });
    }

    private static Future<NetSocket> accept(HttpServerRequest request) {
        if (request.response().closed()) {
            return Future.failedFuture("connection closed");
        }
        request.response()
                .setStatusCode(101)
                .putHeader("Upgrade", "websocket")
                .putHeader("Connection", "Upgrade")
                .putHeader("Sec-WebSocket-Accept", Handshake.accept(request.getHeader("Sec-WebSocket-Key")));
        return request.toNetSocket().onSuccess(NetSocket::pause);
    }

    private void join(Client client, NetSocket socket, BrowserSession browser) {
        Pipe[] own = new Pipe[1];
        live.joined();
        own[0] = new Pipe(
                vertx,
                client.name(),
                socket,
                browser,
                settings,
                ends -> new ClientBrowser(vertx.getOrCreateContext(), client.who(), tabs, settings.mayOpen(), ends),
                () -> {
                    client.gone().run();
                    pipes.remove(own[0]);
                    live.left();
                });
        pipes.add(own[0]);
        own[0].start();
    }

    /** Ends every client of this loop. */
    void close() {
        CloseStatus status = new CloseStatus(CloseStatus.GOING_AWAY, "browser-agent is shutting down");
        List.copyOf(pipes).forEach(pipe -> pipe.close(status));
    }
}
