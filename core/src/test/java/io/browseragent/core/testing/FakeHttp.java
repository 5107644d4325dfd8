package io.browseragent.core.testing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One TCP connection to a fake browser until it is upgraded or ends: the /json pages and the handshake, with
 * Chrome 156's words, its Host and Origin checks and its refusals. Runs on the connection's own thread.
 */
final class FakeHttp {

    private static final Pattern LOCAL_HOST = Pattern.compile("(?i)(localhost|[0-9.]+|\\[[0-9a-f:]+])(:\\d+)?");

    private final FakeBrowser browser;
    private final Socket socket;
    private final InputStream in;

    FakeHttp(FakeBrowser browser, Socket socket) throws IOException {
        this.browser = browser;
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    void serve() throws IOException {
        Optional<FakeRequest> next = FakeRequest.read(in);
        while (next.isPresent()) {
            FakeRequest request = next.get();
            browser.requested(request);
            if (request.header("Transfer-Encoding").isPresent()) {
                return; // Chrome's server knows no chunked bodies and ends the connection.
            }
            in.skipNBytes(request.header("Content-Length").map(Long::parseLong).orElse(0L));
            if (!localHost(request)) {
                answer("500 Internal Server Error", "Host header is specified and is not an IP address or localhost.");
            } else if (request.isUpgrade()) {
                upgrade(request);
                return;
            } else if (!browser.is(FakeBrowser.Silence.HTTP)) {
                json(request);
            }
            next = FakeRequest.read(in);
        }
    }

    private static boolean localHost(FakeRequest request) {
        return request.header("Host")
                .filter(host -> !LOCAL_HOST.matcher(host).matches())
                .isEmpty();
    }

    private void upgrade(FakeRequest request) throws IOException {
        String own = "http://127.0.0.1:" + browser.port();
        if (browser.is(FakeBrowser.Silence.UPGRADES)) {
            FakeRequest.read(in); // Holds the connection until the peer ends it.
        } else if (request.header("Origin").filter(o -> !o.equals(own)).isPresent()) {
            answer("403 Forbidden", "Rejected an incoming WebSocket connection from this origin.");
        } else if (request.path().equals("/devtools/browser/" + browser.id())) {
            accept(request);
        } else if (request.path().startsWith("/devtools/page/")) {
            if (browser.tabs().contains(request.path().substring("/devtools/page/".length()))) {
                accept(request);
            } else {
                answer("500 Internal Server Error", "No such target id");
            }
        } else {
            answer("404 Not Found", "");
        }
    }

    private void accept(FakeRequest request) throws IOException {
        // The names and letter case of these headers are Chrome's.
        write("HTTP/1.1 101 WebSocket Protocol Handshake\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: "
                + acceptKey(request.header("Sec-WebSocket-Key").orElse("")) + "\r\n\r\n");
        FakeSocket upgraded = new FakeSocket(browser, request, socket, in);
        browser.opened(upgraded);
        upgraded.readAll();
    }

    static String acceptKey(String key) {
        try {
            byte[] text = (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.US_ASCII);
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private void json(FakeRequest request) throws IOException {
        String[] path = request.path().split("/", 4);
        String page = path.length > 2 ? path[2] : "list";
        String id = path.length > 3 ? path[3] : "";
        if (path.length < 2 || !path[1].equals("json")) {
            answer("404 Not Found", "");
            return;
        }
        switch (page) {
            case "version" -> answer("200 OK", browser.version().toPrettyString());
            case "", "list" -> answer("200 OK", list().toPrettyString());
            case "protocol" -> answer("200 OK", "{\"domains\":[],\"version\":{\"major\":\"1\",\"minor\":\"3\"}}");
            case "new" -> open(request);
            case "activate" -> withTab(id, "Target activated", () -> {});
            case "close" -> withTab(id, "Target is closing", () -> browser.closeTab(id));
            default -> answer("404 Not Found", "Unknown command: " + page);
        }
    }

    private void open(FakeRequest request) throws IOException {
        if (!request.method().equals("PUT")) {
            answer(
                    "405 Method Not Allowed",
                    "Using unsafe HTTP verb " + request.method()
                            + " to invoke /json/new. This action supports only PUT verb.");
            return;
        }
        String url = URLDecoder.decode(request.query().orElse("about:blank"), StandardCharsets.UTF_8);
        answer("200 OK", tab(browser.openTab(url)).toPrettyString());
    }

    private void withTab(String id, String words, Runnable then) throws IOException {
        if (browser.tabs().contains(id)) {
            then.run(); // before the answer, so that whoever has read it sees what it says
            answer("200 OK", words);
        } else {
            answer("404 Not Found", "No such target id: " + id);
        }
    }

    private ArrayNode list() {
        ArrayNode list = FakeCall.JSON.createArrayNode();
        browser.tabs().forEach(id -> list.add(tab(id)));
        return list;
    }

    private ObjectNode tab(String id) {
        String socketPath = "127.0.0.1:" + browser.port() + "/devtools/page/" + id;
        return FakeCall.object()
                .put("description", "")
                .put(
                        "devtoolsFrontendUrl",
                        "https://chrome-devtools-frontend.appspot.com/inspector.html?ws=" + socketPath)
                .put("id", id)
                .put("title", browser.targets().title(id))
                .put("type", "page")
                .put("url", browser.targets().url(id))
                .put("webSocketDebuggerUrl", "ws://" + socketPath);
    }

    private void answer(String status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        write("HTTP/1.1 " + status + "\r\nContent-Security-Policy:frame-ancestors 'none'\r\nContent-Length:"
                + bytes.length + "\r\nContent-Type:application/json; charset=UTF-8\r\n\r\n" + body);
    }

    private void write(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }
}
