package io.browseragent.it;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.browseragent.core.testing.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** A real Chromium with a throw-away profile and an open debug port: the browser that the human has. */
public final class TestBrowser implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final int port = Ports.free();
    private final Path profile = TemporaryFolder.create("profile");
    private final List<String> command = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private OwnProcess process;

    private TestBrowser(List<String> mode, String... flags) {
        command.addAll(List.of(
                "chromium",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                // The shared memory of a container is too small for a browser.
                "--disable-dev-shm-usage",
                "--password-store=basic",
                "--user-data-dir=" + profile,
                "--remote-debugging-port=" + port));
        if ("root".equals(System.getProperty("user.name"))) {
            command.add("--no-sandbox");
        }
        command.addAll(mode);
        command.addAll(List.of(flags));
        command.add("about:blank");
    }

    public static TestBrowser headless(String... flags) {
        TestBrowser browser = new TestBrowser(List.of("--headless=new"), flags);
        browser.launch();
        return browser;
    }

    /** With a real window, on a display where the human's input can be made. */
    public static TestBrowser headful(XvfbDisplay display, String... flags) {
        TestBrowser browser = new TestBrowser(
                List.of("--ozone-platform=x11", "--window-position=0,0", "--window-size=1280,900"), flags);
        browser.environment.put("DISPLAY", display.name());
        browser.launch();
        return browser;
    }

    public int port() {
        return port;
    }

    /** {@code http://127.0.0.1:port}. */
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    public String webSocketUrl() {
        return get("/json/version").get("webSocketDebuggerUrl").asText();
    }

    public Path profile() {
        return profile;
    }

    /** The browser process. */
    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** The tabs as a person sees them, from the browser itself; each as in {@code /json/list}. */
    public List<JsonNode> tabs() {
        return StreamSupport.stream(get("/json/list").spliterator(), false)
                .filter(target -> target.get("type").asText().equals("page"))
                .toList();
    }

    /** A tab that the human opens: the broker has no part in it. Gives its target id. */
    public String openTab(String url) {
        return send("PUT", "/json/new?" + url).get("id").asText();
    }

    /** The human closes it. */
    public void closeTab(String id) {
        ask("GET", "/json/close/" + id);
    }

    /** Ends it as a crash does. */
    public void kill() {
        process.killGroup();
        await("the browser's end")
                .atMost(Duration.ofSeconds(20))
                .until(() -> process.group().isEmpty());
    }

    /** Ends it as the human does who closes it. */
    public void quit() {
        process.signal("TERM");
        await("the browser's end")
                .atMost(Duration.ofSeconds(30))
                .until(() -> process.group().isEmpty());
    }

    /** Stops the browser process in its tracks: connections stay, answers do not come. */
    public void pause() {
        process.signal("STOP");
    }

    public void resume() {
        process.signal("CONT");
    }

    /** Starts it again with the same port and profile; one that still runs is killed first. */
    public void restart() {
        process.close();
        launch();
    }

    @Override
    public void close() {
        process.close();
        TemporaryFolder.delete(profile);
    }

    private void launch() {
        process = OwnProcess.start("chromium", command, environment);
        try {
            await("the browser's debug port")
                    .atMost(START_LIMIT)
                    .pollInterval(Duration.ofMillis(50))
                    .ignoreExceptionsInstanceOf(UncheckedIOException.class)
                    .failFast(() -> process.requireAlive(30))
                    .until(() -> get("/json/version").has("webSocketDebuggerUrl"));
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private JsonNode get(String path) {
        return send("GET", path);
    }

    private JsonNode send(String verb, String path) {
        try {
            return JSON.readTree(ask(verb, path));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String ask(String verb, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + path))
                .method(verb, HttpRequest.BodyPublishers.noBody())
                .timeout(Duration.ofSeconds(10))
                .build();
        try {
            return HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException("%s %s at the browser".formatted(verb, path), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
