package io.browseragent.proxy.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.browseragent.proxy.launch.DebugPortProbe.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DebugPortProbeTest {

    static final String CHROME = """
            {
               "Browser": "Chrome/156.0.8078.114",
               "Protocol-Version": "1.3",
               "User-Agent": "Mozilla/5.0 (X11) HeadlessChrome/156.0.0.0 \\"odd\\"",
               "webSocketDebuggerUrl": "ws://127.0.0.1:9229/devtools/browser/4a35"
            }
            """;

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable closeable : open) {
            closeable.close();
        }
    }

    @Test
    void nobodyListens() {
        assertThat(DebugPortProbe.ask(Sandbox.freePort())).isEqualTo(new Answer.Free());
    }

    @Test
    void aBrowserTellsWhoItIs() throws Exception {
        int port = serve("127.0.0.1", 0, 200, CHROME);
        assertThat(DebugPortProbe.ask(port))
                .isEqualTo(new Answer.Browser(
                        "127.0.0.1",
                        "Chrome/156.0.8078.114",
                        "Mozilla/5.0 (X11) HeadlessChrome/156.0.0.0 \"odd\"",
                        "ws://127.0.0.1:9229/devtools/browser/4a35"));
    }

    @Test
    void aBrowserOnTheOtherLoopbackIsFoundToo() throws Exception {
        assumeTrue(hasIpv6(), "this machine has no ::1");
        int port = serve("::1", 0, 200, CHROME);
        assertThat(DebugPortProbe.ask(port))
                .isInstanceOfSatisfying(
                        Answer.Browser.class,
                        browser -> assertThat(browser.host()).isEqualTo("::1"));
    }

    @Test
    void aBrowserWinsOverSomethingElseOnTheFirstLoopback() throws Exception {
        assumeTrue(hasIpv6(), "this machine has no ::1");
        int port = serve("127.0.0.1", 0, 404, "");
        serve("::1", port, 200, CHROME);
        assertThat(DebugPortProbe.ask(port)).isInstanceOf(Answer.Browser.class);
    }

    @Test
    void theInspectorOfNodeIsNoBrowser() throws Exception {
        int port = serve("127.0.0.1", 0, 200, "{\"Browser\": \"node.js/v20.1.0\", \"Protocol-Version\": \"1.1\"}");
        assertThat(DebugPortProbe.ask(port)).isEqualTo(new Answer.Other("node.js/v20.1.0"));
    }

    @Test
    void aWebServerIsNoBrowser() throws Exception {
        assertThat(DebugPortProbe.ask(serve("127.0.0.1", 0, 404, CHROME))).isEqualTo(new Answer.Other("a web server"));
        assertThat(DebugPortProbe.ask(serve("127.0.0.1", 0, 200, "<html>")))
                .isEqualTo(new Answer.Other("a web server"));
    }

    @Test
    void aSilentProgramIsNoBrowserAndDoesNotHoldUsUp() throws Exception {
        ServerSocket silent = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        open.add(silent);
        assertThat(DebugPortProbe.ask(silent.getLocalPort()))
                .isEqualTo(new Answer.Other("a program that does not speak HTTP"));
    }

    private int serve(String host, int port, int status, String body) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName(host), port), 0);
        server.createContext("/json/version", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        open.add(() -> server.stop(0));
        return server.getAddress().getPort();
    }

    private static boolean hasIpv6() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("::1"))) {
            return socket.isBound();
        } catch (IOException none) {
            return false;
        }
    }
}
