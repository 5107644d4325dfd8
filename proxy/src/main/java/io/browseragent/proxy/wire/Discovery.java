package io.browseragent.proxy.wire;

import io.browseragent.core.model.Owner;
import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.browser.BrowserLink;
import io.browseragent.proxy.ownership.OwnedTab;
import io.browseragent.proxy.ownership.TargetRegistry;
import io.browseragent.proxy.peer.PeerSession;
import io.browseragent.proxy.policy.AgentUrls;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Optional;
import java.util.function.Consumer;

/** Answers plain HTTP on the CDP port as Chrome does, but knows of owned tabs alone. Any event loop. */
final class Discovery {

    /** Whoever comes over plain HTTP, where the operating system does not tell him. */
    private static final Owner ANYBODY = new Owner(Owner.Kind.POOL, "http");

    private static final String JSON = "application/json; charset=UTF-8";

    private final BrowserLink link;
    private final TargetRegistry tabs;
    private final AgentUrls urls;
    private final PeerSession peers;
    private final String browserId;

    Discovery(BrowserLink link, TargetRegistry tabs, AgentUrls urls, PeerSession peers, String browserId) {
        this.link = link;
        this.tabs = tabs;
        this.urls = urls;
        this.peers = peers;
        this.browserId = browserId;
    }

    void handle(HttpServerRequest request) {
        String path = request.path() == null ? "" : request.path();
        Optional<DiscoveryPath> known = DiscoveryPath.parse(path);
        if (known.isPresent()) {
            answer(request, known.get());
        } else if (path.startsWith("/json")) {
            text(request, 404, "Malformed query: " + request.uri());
        } else if (path.equals("/")) {
            text(request, 200, "browser-agent: point a CDP client at this port.");
        } else if (path.startsWith("/devtools/")) {
            text(request, 400, "Connect to this address with a websocket.");
        } else {
            nothingHere(request);
        }
    }

    private void answer(HttpServerRequest request, DiscoveryPath path) {
        switch (path.command()) {
            case "version" -> json(request, pages(request).version(link.status(), browserId));
            case "list" -> list(request);
            case "protocol" -> protocol(request);
            case "new" -> open(request);
            case "activate" -> ownTab(request, path, tab -> text(request, 200, "Target activated"));
            case "close" ->
                ownTab(
                        request,
                        path,
                        tab -> tabs.close(tab.id())
                                .onSuccess(closed -> text(request, 200, "Target is closing"))
                                .onFailure(error -> unavailable(request, error)));
            default -> text(request, 404, "Unknown command: " + path.command());
        }
    }

    private void list(HttpServerRequest request) {
        peers.of(request.connection())
                .compose(peer -> tabs.atLeastOne(owner(peer), peer))
                .onSuccess(own ->
                        json(request, pages(request).list(own, link.status().browser())))
                .onFailure(error -> unavailable(request, error));
    }

    /** Whoever comes over plain HTTP is told by the session that he runs in. */
    private static Owner owner(Optional<String> peer) {
        return peer.map(session -> new Owner(Owner.Kind.POOL, session)).orElse(ANYBODY);
    }

    private void protocol(HttpServerRequest request) {
        link.protocol()
                .onSuccess(body -> send(request, 200, JSON, body))
                .onFailure(error -> unavailable(request, error));
    }

    private void open(HttpServerRequest request) {
        if (request.method() != HttpMethod.PUT) {
            text(
                    request,
                    405,
                    "Using unsafe HTTP verb " + request.method()
                            + " to invoke /json/new. This action supports only PUT verb.");
            return;
        }
        String url = NewTabUrl.parse(request.query());
        if (!urls.mayOpen(url)) {
            text(request, 403, AgentUrls.refusal(url).message());
            return;
        }
        JsonPages pages = new JsonPages(host(request), "");
        peers.of(request.connection())
                .compose(peer -> tabs.open(url, owner(peer), peer, Optional.empty()))
                .onSuccess(tab -> json(request, pages.opened(tab, link.status().browser())))
                .onFailure(error -> unavailable(request, error));
    }

    private void ownTab(HttpServerRequest request, DiscoveryPath path, Consumer<OwnedTab> action) {
        if (path.target().isEmpty()) {
            text(request, 404, "No such target id: ");
            return;
        }
        peers.of(request.connection())
                .compose(peer -> tabs.lookUp(new TargetId(path.target()))
                        .map(tab -> tab.filter(own -> own.id().value().equals(path.target()))
                                .filter(own -> isOwn(own, peer))))
                .onSuccess(tab ->
                        tab.ifPresentOrElse(action, () -> text(request, 404, "No such target id: " + path.target())))
                .onFailure(error -> unavailable(request, error));
    }

    /** What a browser socket opened is only for who surely is the same. */
    private static boolean isOwn(OwnedTab tab, Optional<String> peer) {
        return tab.owner().kind() == Owner.Kind.POOL
                ? tab.mayBeUsedBy(peer)
                : peer.isPresent() && tab.identity().equals(peer);
    }

    private static void unavailable(HttpServerRequest request, Throwable error) {
        text(request, 503, error.getMessage());
    }

    private static JsonPages pages(HttpServerRequest request) {
        return new JsonPages(host(request), request.query() == null ? "" : "?" + request.query());
    }

    private static String host(HttpServerRequest request) {
        String host = request.getHeader("Host");
        return host == null || host.isEmpty()
                ? "127.0.0.1:" + request.localAddress().port()
                : host;
    }

    private static void json(HttpServerRequest request, String body) {
        send(request, 200, JSON, Buffer.buffer(body));
    }

    /** Chrome gives its plain texts the type of its JSON answers. */
    static Future<Void> text(HttpServerRequest request, int status, String body) {
        return send(request, status, JSON, Buffer.buffer(body));
    }

    /** As Chrome answers what it does not know. */
    static void nothingHere(HttpServerRequest request) {
        send(request, 404, "text/html", Buffer.buffer());
    }

    private static Future<Void> send(HttpServerRequest request, int status, String type, Buffer body) {
        HttpServerResponse response = request.response();
        if (response.ended() || response.closed()) {
            return Future.succeededFuture();
        }
        return response.setStatusCode(status)
                .putHeader("Content-Type", type)
                .putHeader("Content-Security-Policy", "frame-ancestors 'none'")
                .end(body);
    }
}
