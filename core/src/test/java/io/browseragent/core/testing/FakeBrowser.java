package io.browseragent.core.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A scriptable CDP endpoint for tests, on a loopback port: serves /json and websockets as Chrome 156 does, answers
 * commands by a table, records what it gets, and misbehaves on demand.
 *
 * <pre>{@code
 * try (FakeBrowser browser = FakeBrowser.start()) {
 *     browser.on("Page.navigate", call -> call.reply("{\"frameId\":\"F\"}"));
 *     … let the code under test connect to browser.port() …
 *     FakeCall seen = browser.awaitCall("Page.navigate");
 *     seen.event("Page.loadEventFired", "{\"timestamp\":1}");
 *     browser.drop(FakeSocket.Drop.RST);
 * }
 * }</pre>
 *
 * <p>Every method may be called from any thread. Each connection has a thread of its own, on which the functions
 * of the table run: one that blocks holds up its own connection only.
 */
public final class FakeBrowser implements AutoCloseable {

    /** What gets no answer while connections are still accepted: how a hung browser looks. */
    public enum Silence {
        HTTP,
        UPGRADES,
        /** Websocket messages, pings and close frames. */
        SOCKETS
    }

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Map<String, Consumer<FakeCall>> table = new ConcurrentHashMap<>();
    private final List<FakeRequest> requests = new CopyOnWriteArrayList<>();
    private final List<FakeCall> calls = new CopyOnWriteArrayList<>();
    private final List<FakeSocket> sockets = new CopyOnWriteArrayList<>();
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final ObjectNode version = FakeCall.object()
            .put("Browser", "Chrome/156.0.8078.114")
            .put("File-Path-Style", "posix")
            .put("Protocol-Version", "1.3")
            .put("User-Agent", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36")
            .put("V8-Version", "15.6.75.63")
            .put("WebKit-Version", "537.36 (@ea19f9737303a76e07b53c6a1eec43355aca3b1d)");
    private volatile Set<Silence> silent = Set.of();
    private volatile String id;
    private volatile FakeTargets targets;
    private volatile ServerSocket server;
    private volatile Thread acceptor;
    private final int port;

    private FakeBrowser(int port) {
        addDefaults();
        renew();
        this.server = listen(port);
        this.port = server.getLocalPort();
        accept();
    }

    public static FakeBrowser start() {
        return start(Ports.free());
    }

    /** Starts on this loopback port; 0 takes a free one. */
    public static FakeBrowser start(int port) {
        return new FakeBrowser(port);
    }

    public int port() {
        return port;
    }

    /** The id in /devtools/browser/&lt;id&gt;. */
    public String id() {
        return id;
    }

    public String browserPath() {
        return "/devtools/browser/" + id;
    }

    public String pagePath(String tab) {
        return "/devtools/page/" + tab;
    }

    /** Sets what happens on this command, on any session; the function may answer, or not. */
    public FakeBrowser on(String method, Consumer<FakeCall> function) {
        table.put(method, function);
        return this;
    }

    /** Answers this command with a fixed result. */
    public FakeBrowser reply(String method, String resultJson) {
        return on(method, call -> call.reply(resultJson));
    }

    /** Takes a command out of the table: Chrome's "wasn't found". */
    public FakeBrowser forget(String method) {
        table.remove(method);
        return this;
    }

    /** The fields of /json/version but for the last, for tests that change them. */
    public ObjectNode versionFields() {
        return version;
    }

    public List<String> tabs() {
        return targets.ids();
    }

    /** Opens a tab as the human does; clients that discover targets hear of it. */
    public String openTab(String url) {
        return targets.open(url);
    }

    /** Every tab target with its page, at one moment. */
    public Map<String, String> pagesByTab() {
        return targets.pagesByTab();
    }

    /** The tab target that a page is in. */
    public String tabOf(String page) {
        return targets.tabOf(page);
    }

    public void changeTab(String tab, String url, String title) {
        targets.change(tab, url, title);
    }

    public void closeTab(String tab) {
        targets.close(tab);
    }

    /** Plain requests and upgrades, refused ones too. */
    public List<FakeRequest> requests() {
        return requests;
    }

    public List<FakeCall> calls() {
        return calls;
    }

    public List<FakeCall> calls(String method) {
        return calls.stream().filter(call -> call.method().equals(method)).toList();
    }

    /** All websockets ever opened, in order. */
    public List<FakeSocket> sockets() {
        return sockets;
    }

    public List<FakeSocket> openSockets() {
        return sockets.stream().filter(FakeSocket::isOpen).toList();
    }

    /** Waits for an open websocket on this path; the newest if there are several. */
    public FakeSocket awaitSocket(String path) {
        return await(
                "a websocket on " + path,
                () -> openSockets().stream().filter(s -> s.path().equals(path)).reduce((older, newer) -> newer));
    }

    /** Waits for the first command of this name, also one that came before. */
    public FakeCall awaitCall(String method) {
        return awaitCalls(method, 1).get(0);
    }

    public List<FakeCall> awaitCalls(String method, int atLeast) {
        return await(
                atLeast + " x " + method, () -> Optional.of(calls(method)).filter(found -> found.size() >= atLeast));
    }

    private <T> T await(String what, Supplier<Optional<T>> condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            Optional<T> found = condition.get();
            if (found.isPresent()) {
                return found.get();
            }
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }
        throw new NoSuchElementException("no " + what + " within " + PATIENCE + "; got " + calls + " on " + sockets);
    }

    /** Ends all TCP connections at once, HTTP ones too; goes on accepting. */
    public void drop(FakeSocket.Drop how) {
        sockets.forEach(socket -> socket.drop(how));
        for (Socket socket : connections) {
            try {
                if (how == FakeSocket.Drop.RST) {
                    socket.setSoLinger(true, 0);
                }
                socket.close();
            } catch (IOException alreadyGone) {
                // The wish is fulfilled.
            }
        }
    }

    /** Refuses new connections until {@link #acceptAgain}; open ones stay. */
    public void refuse() {
        try {
            server.close();
            // The port is let go by the thread that accepts on it, when it has noticed.
            acceptor.join(TimeUnit.SECONDS.toMillis(5));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public void acceptAgain() {
        if (server.isClosed()) {
            server = listen(port);
            accept();
        }
    }

    /** Leaves these without answer from now on; none given: all is answered again. */
    public void silence(Silence... kinds) {
        silent = kinds.length == 0 ? Set.of() : EnumSet.copyOf(List.of(kinds));
    }

    /** Sends a close frame on every websocket. */
    public void closeSockets(int code, String reason) {
        openSockets().forEach(socket -> socket.close(code, reason));
    }

    /** The browser is gone: refuses, and all connections end. */
    public void crash() {
        refuse();
        drop(FakeSocket.Drop.RST);
    }

    /** Comes back on the same port as another run: new browser id, one new tab. Drops what was still connected. */
    public void restart() {
        crash();
        renew();
        acceptAgain();
    }

    @Override
    public void close() {
        refuse();
        drop(FakeSocket.Drop.RST);
    }

    boolean is(Silence kind) {
        return silent.contains(kind);
    }

    FakeTargets targets() {
        return targets;
    }

    ObjectNode version() {
        return version.deepCopy().put("webSocketDebuggerUrl", "ws://127.0.0.1:" + port + browserPath());
    }

    void requested(FakeRequest request) {
        requests.add(request);
    }

    void opened(FakeSocket socket) {
        sockets.add(socket);
    }

    void received(FakeSocket socket, String text) {
        JsonNode message;
        try {
            message = FakeCall.JSON.readTree(text);
        } catch (JsonProcessingException e) {
            socket.sendText("{\"error\":{\"code\":-32700,\"message\":\"JSON: invalid token\"}}");
            return;
        }
        if (!message.path("id").isIntegralNumber()) {
            socket.sendText("{\"error\":{\"code\":-32600,\"message\":\"Message must have integer 'id' property\"}}");
            return;
        }
        Optional<String> session = Optional.ofNullable(message.get("sessionId")).map(JsonNode::asText);
        FakeCall call = new FakeCall(
                socket, message.path("id").asLong(), message.path("method").asText(), message.path("params"), session);
        calls.add(call);
        if (!is(Silence.SOCKETS)) {
            answer(call);
        }
    }

    private void answer(FakeCall call) {
        if (call.sessionId().isPresent()
                && !call.socket().sessions().containsKey(call.sessionId().get())) {
            // Chrome answers this without a sessionId.
            new FakeCall(call.socket(), call.id(), call.method(), call.params(), Optional.empty())
                    .fail(-32001, "Session with given id not found.");
            return;
        }
        Consumer<FakeCall> function = table.get(call.method());
        if (function == null) {
            call.fail(-32601, "'" + call.method() + "' wasn't found");
        } else {
            function.accept(call);
        }
    }

    private void addDefaults() {
        reply("Browser.getVersion", versionResult());
        reply("Emulation.setFocusEmulationEnabled", "{}");
        reply("Fetch.enable", "{}");
        on("Target.setAutoAttach", call -> targets.setAutoAttach(call));
        reply("Target.getBrowserContexts", "{\"browserContextIds\":[]}");
        on("Target.setDiscoverTargets", call -> targets.setDiscoverTargets(call));
        on("Target.getTargets", call -> targets.getTargets(call));
        on("Target.getTargetInfo", call -> targets.getTargetInfo(call));
        on("Target.createTarget", call -> targets.createTarget(call));
        on("Target.closeTarget", call -> targets.closeTarget(call));
        on("Target.activateTarget", call -> targets.activateTarget(call));
        on("Target.attachToTarget", call -> targets.attachToTarget(call));
        on("Target.detachFromTarget", call -> targets.detachFromTarget(call));
        on("Runtime.evaluate", FakeBrowser::echo);
        // Unlike Chrome: on the browser socket a test has no other command that carries data both ways.
        on("Emulation.getScreenInfos", FakeBrowser::echo);
    }

    private static void echo(FakeCall call) {
        ObjectNode value = FakeCall.object().put("type", "string").put("value", call.param("expression"));
        call.reply(FakeCall.object().set("result", value));
    }

    private String versionResult() {
        return FakeCall.object()
                .put("protocolVersion", version.path("Protocol-Version").asText())
                .put("product", version.path("Browser").asText())
                .put("revision", "@ea19f9737303a76e07b53c6a1eec43355aca3b1d")
                .put("userAgent", version.path("User-Agent").asText())
                .put("jsVersion", version.path("V8-Version").asText())
                .toString();
    }

    private void renew() {
        id = UUID.randomUUID().toString();
        targets = new FakeTargets(this);
    }

    /** A port that was just closed is held for a moment more, until its accepting thread has let go. */
    private static ServerSocket listen(int port) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (true) {
            try {
                return bind(new ServerSocket(), port);
            } catch (BindException e) {
                if (System.nanoTime() > deadline) {
                    throw new UncheckedIOException(e);
                }
                Thread.onSpinWait();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static ServerSocket bind(ServerSocket server, int port) throws IOException {
        try {
            server.setReuseAddress(true);
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1024);
            return server;
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    private void accept() {
        ServerSocket listening = server;
        acceptor = daemon("fake-browser-accept-" + port, () -> {
            try {
                while (true) {
                    Socket socket = listening.accept();
                    connections.add(socket);
                    if (listening.isClosed()) {
                        socket.close();
                    }
                    daemon("fake-browser-" + port, () -> serve(socket));
                }
            } catch (IOException closed) {
                // Refusing from now on.
            }
        });
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            new FakeHttp(this, socket).serve();
        } catch (IOException | UncheckedIOException ended) {
            // A connection that ends while it is served is what many tests want.
        } finally {
            connections.remove(socket);
        }
    }

    private static Thread daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
