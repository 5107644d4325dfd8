package io.browseragent.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process the benchmark started, with the port it serves; ends with the benchmark at the latest. */
final class Child implements AutoCloseable {

    private static final List<Child> ALIVE = new ArrayList<>();
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final Path HOME = temporary();

    private final String name;
    private final Process process;
    private final Path log;
    private final long startNanos = System.nanoTime();
    final int port;

    private Child(String name, int port, List<String> command, Map<String, String> env) throws IOException {
        this.name = name;
        this.port = port;
        this.log = Files.createTempFile(HOME, name, ".log");
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(env);
        this.process =
                builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        synchronized (ALIVE) {
            ALIVE.add(this);
        }
    }

    static Child chromium() throws IOException, InterruptedException {
        int port = freePort();
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("bench.chromium"),
                "--headless=new",
                "--remote-debugging-port=" + port,
                "--user-data-dir=" + Files.createTempDirectory(HOME, "profile"),
                "--no-first-run",
                "--disable-background-timer-throttling",
                "--disable-renderer-backgrounding",
                "--disable-backgrounding-occluded-windows"));
        if (System.getProperty("user.name").equals("root")) {
            command.add("--no-sandbox"); // Chromium refuses to run as root without it.
        }
        return new Child("chromium", port, command, Map.of()).ready();
    }

    static Child instantBrowser() throws IOException, InterruptedException {
        int port = freePort();
        return java("instant", port, List.of("-Xmx256m"), InstantBrowser.class, port)
                .ready();
    }

    static Child forwarder(int upstreamPort) throws IOException, InterruptedException {
        int port = freePort();
        return java("forwarder", port, flags(), Forwarder.class, port, upstreamPort)
                .ready();
    }

    /** Not waited for: its time to be ready is a figure of its own. */
    static Child broker(int upstreamPort) throws IOException {
        int port = freePort();
        List<String> command = List.of(System.getProperty("bench.launcher"), "up");
        Map<String, String> env = Map.of(
                "BROKER_PROXY_PORT", Integer.toString(port),
                "BROKER_PORT", Integer.toString(freePort()),
                "BROKER_UPSTREAM_PORT", Integer.toString(upstreamPort),
                "BROKER_HOME", Files.createTempDirectory(HOME, "broker").toString(),
                "BROKER_SKIP_BROWSER", "1",
                "MALLOC_ARENA_MAX", "2");
        return new Child("broker", port, command, env);
    }

    private static Child java(String name, int port, List<String> flags, Class<?> main, int... args)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(JAVA));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        for (int arg : args) {
            command.add(Integer.toString(arg));
        }
        return new Child(name, port, command, Map.of("MALLOC_ARENA_MAX", "2"));
    }

    static List<String> flags() {
        return List.of(System.getProperty("bench.flags").strip().split("\\s+"));
    }

    /** Waits until /json/version names a browser. */
    Child ready() throws IOException, InterruptedException {
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() - startNanos > TimeUnit.SECONDS.toNanos(60)) {
                String output = Files.readString(log);
                close();
                throw new IOException("not ready: " + output);
            }
            Thread.sleep(5);
        }
        return this;
    }

    private boolean answers() {
        try {
            String version = Driver.http(port, "GET", "/json/version");
            return version.contains("\"webSocketDebuggerUrl\"") && !version.contains("\"Browser-Agent-Status\"");
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Milliseconds since the process was started. */
    long age() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }

    /** Resident memory in kB where the system tells (Linux). */
    OptionalLong residentKb() throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.exists(status)) {
            return OptionalLong.empty();
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst();
    }

    /** Prints how each process is and the end of what it said: the cause of a lost connection is in there. */
    static void tellAll() throws IOException {
        List<Child> alive;
        synchronized (ALIVE) {
            alive = List.copyOf(ALIVE);
        }
        for (Child child : alive) {
            String state = child.process.isAlive() ? "runs" : "ended with " + child.process.exitValue();
            List<String> said = Files.readAllLines(child.log);
            System.err.println(child.name + " on port " + child.port + " " + state + "; its last lines:");
            said.subList(Math.max(0, said.size() - 10), said.size()).forEach(line -> System.err.println("  " + line));
        }
    }

    @Override
    public void close() {
        synchronized (ALIVE) {
            ALIVE.remove(this);
        }
        List<ProcessHandle> below = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        below.forEach(ProcessHandle::destroyForcibly);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Path temporary() {
        try {
            Path home = Files.createTempDirectory("browser-agent-bench");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> endAll(home)));
            return home;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void endAll(Path home) {
        List<Child> left;
        synchronized (ALIVE) {
            left = List.copyOf(ALIVE);
        }
        left.forEach(Child::close);
        try (Stream<Path> files = Files.walk(home)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
        } catch (IOException stillInUse) {
            // A temporary folder that stays behind is no reason to fail.
        }
    }
}
