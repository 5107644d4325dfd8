package io.browseragent.proxy.launch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks who listens on a loopback port, on both loopbacks. Blocks for a few seconds at worst; asks over HTTP only, as a
 * websocket would raise the browser's consent dialog.
 */
public final class DebugPortProbe {

    private static final int TIMEOUT_MILLIS = 1000;
    private static final int LONGEST_BODY = 64 * 1024;
    private static final List<String> LOOPBACKS = List.of("127.0.0.1", "::1");

    /** Who listens on the port. */
    public sealed interface Answer {

        /** Nobody does. */
        record Free() implements Answer {}

        /** A browser, with what it says about itself. */
        record Browser(String host, String product, String userAgent, String webSocketDebuggerUrl) implements Answer {}

        /** Something else, described as far as it tells. */
        record Other(String what) implements Answer {}
    }

    private DebugPortProbe() {}

    /** A browser on either loopback wins over anything else there. */
    public static Answer ask(int port) {
        Answer found = new Answer.Free();
        for (String host : LOOPBACKS) {
            Answer answer = listens(host, port) ? ask(host, port) : new Answer.Free();
            if (answer instanceof Answer.Browser) {
                return answer;
            }
            if (found instanceof Answer.Free) {
                found = answer;
            }
        }
        return found;
    }

    private static boolean listens(String host, int port) {
        try (Socket socket = new Socket(Proxy.NO_PROXY)) {
            socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
            return true;
        } catch (SocketTimeoutException backlogFull) {
            return true;
        } catch (IOException refusedOrNoSuchAddress) {
            return false;
        }
    }

    private static Answer ask(String host, int port) {
        try {
            // NO_PROXY: a proxy configured for the JVM has no business with the loopback.
            HttpURLConnection connection =
                    (HttpURLConnection) new URL("http", host, port, "/json/version").openConnection(Proxy.NO_PROXY);
            try {
                return ask(host, connection);
            } finally {
                connection.disconnect();
            }
        } catch (IOException noHttp) {
            return new Answer.Other("a program that does not speak HTTP");
        }
    }

    private static Answer ask(String host, HttpURLConnection connection) throws IOException {
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        connection.setInstanceFollowRedirects(false);
        int status = connection.getResponseCode();
        if (status < 0) {
            throw new IOException("no status line");
        }
        String body = status == HttpURLConnection.HTTP_OK ? body(connection) : "";
        Optional<String> webSocketUrl = field(body, "webSocketDebuggerUrl");
        Optional<String> product = field(body, "Browser");
        if (webSocketUrl.isPresent()) {
            String userAgent = field(body, "User-Agent").orElse("");
            return new Answer.Browser(host, product.orElse(""), userAgent, webSocketUrl.get());
        }
        // Node.js waits for debuggers on 9229 too and answers here, but names no browser endpoint.
        return new Answer.Other(product.orElseGet(() -> webServer(connection)));
    }

    private static String webServer(HttpURLConnection connection) {
        String server = connection.getHeaderField("Server");
        return server == null ? "a web server" : "a web server (" + server + ")";
    }

    private static String body(HttpURLConnection connection) throws IOException {
        long deadline = System.nanoTime() + Duration.ofMillis(TIMEOUT_MILLIS).toNanos();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] part = new byte[4096];
        try (InputStream in = connection.getInputStream()) {
            for (int n = in.read(part); n >= 0; n = in.read(part)) {
                bytes.write(part, 0, n);
                if (bytes.size() > LONGEST_BODY || System.nanoTime() - deadline > 0) {
                    break;
                }
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** The answer is one flat object of strings, so a pattern reads it without a JSON library. */
    private static Optional<String> field(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + Pattern.quote(name) + "\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"")
                .matcher(json);
        return matcher.find() ? Optional.of(matcher.group(1).replaceAll("\\\\(.)", "$1")) : Optional.empty();
    }
}
