package io.browseragent.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.browseragent.core.testing.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves the pages that clients visit, on 127.0.0.1 and ::1 under one port, and remembers what was asked for.
 *
 * <p>{@code localhost} and {@code 127.0.0.1} are two sites for the browser; the page {@code /frames} has one frame of
 * each.
 */
public final class TestPages implements AutoCloseable {
    private static final String HTML = "text/html; charset=utf-8";

    private final int port;
    private final List<HttpServer> servers = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(TestPages::daemon);
    private final Map<String, HttpHandler> routes = new ConcurrentHashMap<>();
    private final Queue<Request> requests = new ConcurrentLinkedQueue<>();

    /** One request as it came in: the query is part of the path. */
    public record Request(String method, String path, Map<String, List<String>> headers) {}

    private TestPages(int port) {
        this.port = port;
        page("/", "Index", "<h1>Index page</h1><a id=form href=/form>form</a>");
        page("/second", "Second", "<h1>Second page</h1>");
        page("/inner", "Inner", "<p id=inner>inner text</p>");
        page("/form", "Form", """
                <label>Name <input id=name name=name></label> <button id=go>Go</button> <p id=out></p>
                <script>go.onclick = event => out.textContent =
                  `Hello ${document.getElementById('name').value}, ${event.isTrusted ? 'trusted' : 'scripted'}`
                </script>""");
        page("/popup", "Opener", """
                <button id=open>Open</button> <a id=blank target=_blank href="/second?blank">blank</a>
                <a id=noopener target=_blank rel=noopener href="/second?noopener">noopener</a>
                <script>document.getElementById('open').onclick = () => window.opened = window.open('/second?popup')</script>""");
        page("/alert", "Alert", """
                <button id=alert>Alert</button> <p id=out></p>
                <script>document.getElementById('alert').onclick = () => {
                  window.alert('hi there'); out.textContent = 'after alert' }</script>""");
        page("/download", "Download", "<a id=get href=/file.bin>get</a>");
        route("/frames", TestPages::frames);
        route("/file.bin", exchange -> {
            exchange.getResponseHeaders().set("Content-Disposition", "attachment; filename=file.bin");
            answer(exchange, 200, "application/octet-stream", "0123456789");
        });
    }

    public static TestPages start() {
        return startOn(Ports.free());
    }

    private static TestPages startOn(int port) {
        TestPages pages = new TestPages(port);
        try {
            pages.listen("127.0.0.1");
            if (Ports.hasIpv6()) {
                pages.listen("::1");
            }
        } catch (IOException e) {
            pages.close();
            throw new UncheckedIOException("test pages on port " + port, e);
        }
        return pages;
    }

    /** {@code http://127.0.0.1:port}. */
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    public String url(String path) {
        return url() + path;
    }

    /** The same page as another site. */
    public String localhostUrl(String path) {
        return "http://localhost:" + port + path;
    }

    public int port() {
        return port;
    }

    /** Adds or replaces a page. */
    public void page(String path, String title, String body) {
        String html = "<!doctype html><meta charset=utf-8><title>" + title + "</title>" + body;
        route(path, exchange -> answer(exchange, 200, HTML, html));
    }

    /** Adds or replaces an answer of any kind; {@link #answer} is the short way to give it. */
    public void route(String path, HttpHandler handler) {
        routes.put(path, handler);
    }

    /** What was asked for so far, oldest first; {@code path} without its query selects. */
    public List<Request> requests(String path) {
        return requests.stream()
                .filter(request -> request.path().replaceFirst("\\?.*", "").equals(path))
                .toList();
    }

    public static void answer(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        servers.forEach(server -> server.stop(0));
        threads.shutdownNow();
    }

    private void listen(String address) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName(address), port), 0);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
        servers.add(server);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            requests.add(new Request(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    Map.copyOf(exchange.getRequestHeaders())));
            routes.getOrDefault(path, lost -> answer(lost, 404, "text/plain", "no such page"))
                    .handle(exchange);
        }
    }

    private static void frames(HttpExchange exchange) throws IOException {
        String host = exchange.getRequestHeaders().getFirst("Host");
        String other = host.startsWith("localhost")
                ? host.replace("localhost", "127.0.0.1")
                : host.replaceFirst("^[^:]+|^\\[::1]", "localhost");
        answer(exchange, 200, HTML, """
                <!doctype html><title>Frames</title>
                <iframe id=same src="/inner?same"></iframe>
                <iframe id=cross src="http://%s/inner?cross"></iframe>""".formatted(other));
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "test-pages");
        thread.setDaemon(true);
        return thread;
    }
}
