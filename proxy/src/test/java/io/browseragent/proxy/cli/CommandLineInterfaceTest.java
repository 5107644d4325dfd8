package io.browseragent.proxy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.browseragent.core.testing.Ports;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The commands from their words to their exit codes, against a service that is not there, is there, or is another. */
class CommandLineInterfaceTest {

    private static final String RUNNING = """
            {"service":"browser-agent","ok":true,"brave":true,"detail":"Chrome/156 answers",
             "ports":{"cdp":1,"rest":2,"upstream":3},"uptime_seconds":7,"clients":0,"tabs":[]}""";

    private static final List<String> SET_BY_UP =
            List.of("browser", "profile", "headless", "restart", "upstream-port", "skip-browser");

    private final PrintStream realOut = System.out;
    private final PrintStream realErr = System.err;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<String> served = new ArrayList<>();
    private HttpServer service;
    private int port;

    @BeforeEach
    void listen() throws IOException {
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        port = Ports.free();
    }

    @AfterEach
    void restore() {
        System.setOut(realOut);
        System.setErr(realErr);
        SET_BY_UP.forEach(key -> System.clearProperty("broker." + key));
        if (service != null) {
            service.stop(0);
        }
    }

    private void answer(int status, String body) throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        service.createContext("/", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        service.start();
    }

    private int run(String... args) {
        return run(Map.of(), args);
    }

    private int run(Map<String, String> more, String... args) {
        Map<String, String> environment = new java.util.HashMap<>(more);
        environment.putIfAbsent("BROKER_PORT", Integer.toString(port));
        environment.putIfAbsent("BROKER_UPSTREAM_PORT", Integer.toString(port));
        return CommandLineInterface.run(args, () -> served.add("served"), environment);
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String complained() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void statusOfNoServiceIsThree() {
        assertThat(run("status")).isEqualTo(3);
        assertThat(complained()).contains("./browser-agent up");
    }

    @Test
    void statusOfARunningServiceIsZero() throws IOException {
        answer(200, RUNNING);

        assertThat(run("status")).isZero();
        assertThat(printed()).contains("browser: Chrome/156 answers", "no tabs of agents are open");
    }

    @Test
    void statusGivesTheAnswerAsJson() throws IOException {
        answer(200, RUNNING);

        assertThat(run("status", "--json")).isZero();
        assertThat(printed()).startsWith("{").contains("\"service\" : \"browser-agent\"");
    }

    @Test
    void statusOfAnotherProgramIsOne() throws IOException {
        answer(404, "not here");

        assertThat(run("status")).isEqualTo(1);
        assertThat(complained()).contains("port " + port, "HTTP 404", "BROKER_PORT");
    }

    @Test
    void jsonOfAnotherProgramIsOneToo() throws IOException {
        answer(200, "{}");

        assertThat(run("status")).isEqualTo(1);
    }

    @Test
    void doctorOfNoServiceIsOneAndSaysWhatToDo() {
        assertThat(run("doctor")).isEqualTo(1);
        assertThat(printed()).contains("WRONG service: does not run. Start it with: ./browser-agent up", "ok    java");
    }

    @Test
    void aSecondUpIsZeroAndServesNothing() throws IOException {
        answer(200, RUNNING);

        assertThat(run("up")).isZero();
        assertThat(printed()).startsWith("already up").contains("http://127.0.0.1:1");
        assertThat(served).isEmpty();
    }

    @Test
    void upServesAndHandsItsOptionsOn() {
        assertThat(run(Map.of("BROWSER_AGENT_CWD", "/somewhere"), "up", "--headless", "--profile", "mine"))
                .isEqualTo(CommandLineInterface.SERVING);

        assertThat(served).hasSize(1);
        assertThat(System.getProperty("broker.headless")).isEqualTo("true");
        assertThat(System.getProperty("broker.profile"))
                .isEqualTo(Path.of("/somewhere/mine").toString());
        assertThat(System.getProperty("broker.restart")).isNull();
    }

    @Test
    void attachNeverStartsABrowser() {
        assertThat(run("up", "--attach", "9333")).isEqualTo(CommandLineInterface.SERVING);

        assertThat(System.getProperty("broker.upstream-port")).isEqualTo("9333");
        assertThat(System.getProperty("broker.skip-browser")).isEqualTo("true");
    }

    @Test
    void upOnAnotherProgramsPortIsOneInOneLine() throws IOException {
        answer(404, "not here");

        assertThat(run("up")).isEqualTo(1);
        assertThat(complained()).hasLineCount(1).contains("port " + port + " is held by something else");
        assertThat(served).isEmpty();
    }

    @Test
    void aWrongPortInTheEnvironmentIsOneInOneLine() {
        assertThat(run(Map.of("BROKER_PORT", "abc"), "status")).isEqualTo(1);
        assertThat(complained()).hasLineCount(1).contains("BROKER_PORT must be a port number");
    }

    @Test
    void wrongWordsAreOne() {
        assertThat(run("nonsense")).isEqualTo(1);
        assertThat(run("status", "--nonsense")).isEqualTo(1);
    }

    @Test
    void helpAndVersionAreZero() {
        assertThat(run()).isZero();
        assertThat(run("--help")).isZero();
        assertThat(run("up", "--help")).isZero();
        assertThat(run("--version")).isZero();
        assertThat(printed()).contains("browser-agent dev");
    }
}
