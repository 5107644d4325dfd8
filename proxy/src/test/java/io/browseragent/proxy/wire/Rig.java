package io.browseragent.proxy.wire;

import static org.awaitility.Awaitility.await;

import io.browseragent.core.bus.BrokerBus;
import io.browseragent.core.bus.LinkState;
import io.browseragent.core.cdp.CdpJson;
import io.browseragent.core.testing.FakeBrowser;
import io.browseragent.core.testing.FakeSocket;
import io.browseragent.core.testing.RawClient;
import io.browseragent.proxy.browser.BrowserTabs;
import io.browseragent.proxy.browser.ControlLink;
import io.browseragent.proxy.guard.Guard;
import io.browseragent.proxy.loop.StateLoop;
import io.browseragent.proxy.ownership.Boundaries;
import io.browseragent.proxy.ownership.TabJournal;
import io.browseragent.proxy.ownership.TargetRegistry;
import io.browseragent.proxy.policy.AgentUrls;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The broker's wire on real sockets: link, registry and front door, without Quarkus. */
final class Rig implements AutoCloseable {

    static final long LIMIT = (100L << 20) - 64;

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    final Vertx vertx = Vertx.vertx();
    final StateLoop loop = new StateLoop(vertx);
    final BrokerBus bus = new BrokerBus(vertx.eventBus(), Clock.systemUTC());
    final ControlLink link;
    final TargetRegistry tabs;
    final FrontDoor door;
    final int port;

    private FakeBrowser browser;

    private Rig(int browserPort, int port, Duration stall, long maxMessage, long budget) {
        this.port = port;
        this.link = new ControlLink(loop, browserPort, bus, Clock.systemUTC());
        AgentUrls urls = new AgentUrls(Set.of(browserPort, port));
        this.tabs = new TargetRegistry(
                loop,
                new BrowserTabs(link),
                bus,
                Clock.systemUTC(),
                new Boundaries(Set.of(browserPort, port), browserPort, urls::mayOpen),
                new TabJournal(vertx, temporaryFile()));
        this.door = new FrontDoor(
                loop,
                new FrontDoorSettings(port, maxMessage, budget, stall),
                new Guard(Guard.Pages.NONE, Set.of("host.docker.internal")),
                urls,
                link,
                tabs);
        result(tabs.start());
        link.start(tabs.events());
        result(door.open());
    }

    /** In front of this browser, and connected to it. */
    static Rig before(FakeBrowser browser) {
        return before(browser, Duration.ofSeconds(20), LIMIT, 256L << 20);
    }

    static Rig before(FakeBrowser browser, Duration stall, long maxMessage, long budget) {
        Rig rig = new Rig(browser.port(), freePort(), stall, maxMessage, budget);
        rig.browser = browser;
        rig.awaitState(LinkState.CONNECTED);
        return rig;
    }

    /** In front of a port where anything or nothing may listen. */
    static Rig beforePort(int browserPort) {
        return new Rig(browserPort, freePort(), Duration.ofSeconds(20), LIMIT, 256L << 20);
    }

    private static Path temporaryFile() {
        try {
            return Files.createTempDirectory("owned-tabs").resolve("owned-tabs.json");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void awaitState(LinkState state) {
        await().atMost(5, TimeUnit.SECONDS).until(() -> link.status().state() == state);
    }

    static <T> T result(Future<T> future) {
        return future.toCompletionStage()
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }

    HttpResponse<String> http(String method, String path, String... headers) {
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                    .method(method, HttpRequest.BodyPublishers.noBody());
            if (headers.length > 0) {
                request.headers(headers);
            }
            return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    String browserPath() {
        try {
            String url = CdpJson.MAPPER
                    .readTree(http("GET", "/json/version").body())
                    .path("webSocketDebuggerUrl")
                    .asText();
            return URI.create(url).getPath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A connected client, whose end at the browser is the last of its sockets. */
    RawClient client() throws IOException {
        int sockets = browser.sockets().size();
        RawClient client = RawClient.open(port, browserPath());
        if (client.status() != 101) {
            throw new IllegalStateException(client.responseHead());
        }
        await().until(() -> browser.sockets().size() > sockets);
        return client;
    }

    /** The browser's end of the client that joined last. */
    static FakeSocket upstream(FakeBrowser browser) {
        return browser.sockets().get(browser.sockets().size() - 1);
    }

    @Override
    public void close() {
        result(door.close());
        result(link.stop());
        // A future chained to this one would be told on a loop that has ended.
        result(vertx.close());
    }
}
