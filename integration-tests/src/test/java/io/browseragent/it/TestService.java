package io.browseragent.it;

import static org.awaitility.Awaitility.await;

import io.browseragent.core.testing.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The built service as a user runs it, {@code ./browser-agent up}, on ports and in a home of its own. */
public final class TestService implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final String READY = "ready";
    private static final String WAITING = "waiting";

    private final int proxyPort = Ports.free();
    private final int restPort = Ports.free();
    private final Path home = TemporaryFolder.create("home");
    private final Map<String, String> environment = new HashMap<>();
    private OwnProcess process;

    private TestService(int upstreamPort, Map<String, String> settings) {
        System.getenv().keySet().stream()
                .filter(key -> key.matches("(BROKER|BROWSER|BB|AI_BROWSER)_.*"))
                .forEach(key -> environment.put(key, null));
        environment.put("BROKER_PROXY_PORT", Integer.toString(proxyPort));
        environment.put("BROKER_PORT", Integer.toString(restPort));
        environment.put("BROKER_UPSTREAM_PORT", Integer.toString(upstreamPort));
        environment.put("BROKER_HOME", home.toString());
        environment.put("BROKER_SKIP_BROWSER", "1");
        environment.putAll(settings);
    }

    public static TestService start(TestBrowser browser) {
        return start(browser.port(), Map.of());
    }

    /** With further settings, by their names in the environment. */
    public static TestService start(TestBrowser browser, Map<String, String> settings) {
        return start(browser.port(), settings);
    }

    /** In front of any port, also one where no browser is. */
    public static TestService start(int upstreamPort, Map<String, String> settings) {
        TestService service = new TestService(upstreamPort, settings);
        service.launch(READY);
        return service;
    }

    /** Where no browser is yet: done when it says that it waits for one. */
    public static TestService startWithoutBrowser(int upstreamPort, Map<String, String> settings) {
        TestService service = new TestService(upstreamPort, settings);
        service.launch(WAITING);
        return service;
    }

    /** Starts it again, on the same ports and in the same home; one that still runs is killed first. */
    public void restart() {
        process.close();
        launch(READY);
    }

    /** The first line of the output that begins with this word. */
    public String awaitLine(String word) {
        Pattern line = Pattern.compile("(?m)^" + word + ".*$");
        process.awaitOutput(word, START_LIMIT, text -> line.matcher(text).find());
        Matcher found = line.matcher(output());
        return found.find() ? found.group() : "";
    }

    /** What the launcher needs in its environment to mean this service. */
    public Map<String, String> environment() {
        return Collections.unmodifiableMap(environment);
    }

    /** Where CDP clients connect. */
    public int proxyPort() {
        return proxyPort;
    }

    public int restPort() {
        return restPort;
    }

    /** {@code http://127.0.0.1:port} for CDP clients. */
    public String proxyUrl() {
        return "http://127.0.0.1:" + proxyPort;
    }

    /** {@code http://127.0.0.1:port} for REST, events, tools. */
    public String restUrl() {
        return "http://127.0.0.1:" + restPort;
    }

    public Path home() {
        return home;
    }

    /** All it has printed since it was started last. */
    public String output() {
        return process.output();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** The JVM, whether the launcher became it or is its parent. */
    public long pid() {
        return process.group().stream()
                .filter(pid -> read(pid, "comm").strip().equals("java"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no JVM runs: " + process.tail(30)));
    }

    public long rssBytes() {
        return 1024 * status("VmRSS");
    }

    public int threads() {
        return (int) status("Threads");
    }

    public int openSockets() {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + pid() + "/fd"))) {
            return (int) descriptors.filter(TestService::isSocket).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ctrl-C in its terminal; gives the exit code. */
    public int stop() {
        process.signalGroup("INT");
        await("the end of the service after Ctrl-C")
                .atMost(STOP_LIMIT)
                .until(() -> process.group().isEmpty() && !process.isAlive());
        return process.exitCode();
    }

    /** Ends it as a crash does. */
    public void kill() {
        process.close();
    }

    @Override
    public void close() {
        process.close();
        TemporaryFolder.delete(home);
    }

    private void launch(String word) {
        String launcher = Repository.ROOT.resolve("browser-agent").toString();
        process = OwnProcess.start("service", List.of(launcher, "up"), environment);
        try {
            awaitLine(word);
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private long status(String field) {
        Matcher line = Pattern.compile("(?m)^" + field + ":\\s*(\\d+)").matcher(read(pid(), "status"));
        if (!line.find()) {
            throw new AssertionError("no " + field);
        }
        return Long.parseLong(line.group(1));
    }

    /** Local addresses on which somebody listens on this port, as the kernel writes them: hexadecimal. */
    static List<String> listeningAddresses(int port) {
        String wanted = ":%04X".formatted(port);
        try (Stream<String> lines = Stream.concat(
                Files.readAllLines(Path.of("/proc/net/tcp")).stream(),
                Files.readAllLines(Path.of("/proc/net/tcp6")).stream())) {
            return lines.map(line -> line.strip().split("\\s+"))
                    .filter(fields -> fields[1].endsWith(wanted) && fields[3].equals("0A"))
                    .map(fields -> fields[1].replaceFirst(":.*", ""))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(long pid, String file) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/" + file));
        } catch (IOException e) {
            return "";
        }
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }
}
