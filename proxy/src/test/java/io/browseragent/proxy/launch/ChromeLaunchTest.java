package io.browseragent.proxy.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher with the real Chromium, on profiles and displays of its own. */
@EnabledOnOs(OS.LINUX)
@Tag("chrome")
@Timeout(120)
class ChromeLaunchTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private final List<String> said = Collections.synchronizedList(new ArrayList<>());
    private final List<ProcessHandle> started = new ArrayList<>();
    private final int port = Sandbox.freePort();
    private Path home;
    private Path profile;

    @BeforeEach
    void setUp() {
        assertThat(BrowserApp.CHROMIUM.executable(Machine.here()))
                .as("Chromium; ./test installs it")
                .isPresent();
        home = folder.resolve("home");
        profile = folder.resolve("profile");
    }

    @AfterEach
    void endProcesses() {
        Collections.reverse(started);
        for (ProcessHandle process : started) {
            process.destroy();
            await().atMost(LIMIT).until(() -> !process.isAlive());
        }
    }

    @Test
    void startsHeadlessOnceAndUsesItAfterwards() throws Exception {
        Launch.Started first = started(ensure(noDisplay(), request(true, false)));
        assertThat(first.name()).isEqualTo("Chromium");
        assertThat(first.version()).matches("\\d+(\\.\\d+){3}");
        assertThat(first.profile()).isEqualTo(profile);
        assertThat(first.headless()).isTrue();
        assertThat(Files.readSymbolicLink(profile.resolve("SingletonLock")).toString())
                .endsWith("-" + first.pid());
        assertThat(first.pid())
                .isEqualTo(sessionOf(first.pid()))
                .isNotEqualTo(sessionOf(ProcessHandle.current().pid()));
        assertThat(home.resolve("browser.log")).content().contains("DevTools listening");

        Launch second = ensure(noDisplay(), request(true, true));
        assertThat(second)
                .asInstanceOf(type(Launch.AlreadyAnswering.class))
                .returns("Chrome/" + first.version(), Launch.AlreadyAnswering::product)
                .matches(answering -> answering.userAgent().contains("HeadlessChrome"));
        assertThat(ProcessHandle.of(first.pid())).isPresent();
    }

    @Test
    void chromiumAnswersOnItsDefaultProfileToo() {
        LaunchRequest request =
                new LaunchRequest(port, Optional.empty(), "chromium", Optional.empty(), false, false, false, home);
        Launch.Started launch = started(ensure(noDisplay(), request));
        assertThat(launch.profile()).isEqualTo(folder.resolve(".config/chromium"));
        assertThat(RunningBrowser.on(launch.profile(), noDisplay(), launch.executable())
                        .map(RunningBrowser::pid))
                .contains(launch.pid());
    }

    @Test
    void theBrowserOfTheHumanIsLeftAloneAndARestartBringsItsTabsBack() throws Exception {
        Machine machine = withDisplay(startDisplay());
        try (Pages pages = new Pages()) {
            ProcessHandle human = startAsTheHuman(machine, pages.url("/one"), pages.url("/two"));
            await().atMost(LIMIT).until(() -> pages.loaded.containsAll(Set.of("/one", "/two")));
            long pid = lockedBy();

            assertThat(ensure(machine, request(false, false)))
                    .isEqualTo(new Launch.RunningWithoutPort("Chromium", pid, profile));
            assertThat(said).singleElement().asString().contains("pid " + pid, profile.toString(), "up --restart");
            assertThat(human.isAlive()).isTrue();

            pages.loaded.clear();
            pages.signedIn.clear();
            Launch.Started again = started(ensure(machine, request(false, true)));
            assertThat(human.isAlive()).isFalse();
            assertThat(again.pid()).isNotEqualTo(pid);
            assertThat(again.headless()).isFalse();
            await().atMost(LIMIT).until(() -> pages.loaded.containsAll(Set.of("/one", "/two")));
            assertThat(pages.signedIn).as("pages that got their session cookie").contains("/one", "/two");
            assertThat(targets()).contains(pages.url("/one"), pages.url("/two"));
        }
    }

    private LaunchRequest request(boolean headless, boolean restart) {
        return new LaunchRequest(
                port, Optional.empty(), "chromium", Optional.of(profile), headless, restart, false, home);
    }

    private Launch ensure(Machine machine, LaunchRequest request) {
        said.clear();
        Launch launch = new BrowserLauncher(machine, LIMIT, Duration.ofSeconds(20)).ensure(request, said::add);
        if (launch instanceof Launch.Started running) {
            ProcessHandle.of(running.pid()).ifPresent(started::add);
        }
        return launch;
    }

    private Launch.Started started(Launch launch) {
        assertThat(launch).isInstanceOf(Launch.Started.class);
        return (Launch.Started) launch;
    }

    private ProcessHandle startAsTheHuman(Machine machine, String... urls) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                BrowserApp.CHROMIUM.executable(machine).orElseThrow().toString(),
                "--user-data-dir=" + profile,
                "--no-first-run"));
        if (machine.root()) {
            command.add("--no-sandbox");
        }
        command.addAll(List.of(urls));
        ProcessHandle process = machine.process(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("human.log").toFile())
                .start()
                .toHandle();
        started.add(process);
        return process;
    }

    private String startDisplay() throws IOException {
        assertThat(Machine.here().program("Xvfb"))
                .as("Xvfb; ./test installs it")
                .isPresent();
        Process display = new ProcessBuilder(
                        "Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp")
                .redirectError(folder.resolve("display.log").toFile())
                .start();
        started.add(display.toHandle());
        return ":" + display.inputReader().readLine();
    }

    private Machine noDisplay() {
        return machine(Map.of());
    }

    private Machine withDisplay(String display) {
        return machine(Map.of("DISPLAY", display));
    }

    /** This computer, with the test's folder as the user's home. */
    private Machine machine(Map<String, String> display) {
        Machine here = Machine.here();
        Map<String, String> environment = new HashMap<>(here.environment());
        environment.keySet().removeAll(Set.of("DISPLAY", "WAYLAND_DISPLAY", "XDG_CONFIG_HOME"));
        environment.put("HOME", folder.toString());
        environment.putAll(display);
        return new Machine(here.os(), environment, folder, here.root(), here.hostName());
    }

    private long lockedBy() throws IOException {
        String target = Files.readSymbolicLink(profile.resolve("SingletonLock")).toString();
        return Long.parseLong(target.substring(target.lastIndexOf('-') + 1));
    }

    private static long sessionOf(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3]);
    }

    private String targets() throws IOException {
        try (var in = new URL("http://127.0.0.1:" + port + "/json/list").openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Pages that tell when they are loaded. */
    private static final class Pages implements AutoCloseable {

        final Set<String> loaded = ConcurrentHashMap.newKeySet();
        final Set<String> signedIn = ConcurrentHashMap.newKeySet();
        private final ExecutorService threads = Executors.newCachedThreadPool();
        private final HttpServer server;

        Pages() throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
            server.createContext("/", exchange -> {
                String path = exchange.getRequestURI().getPath();
                if (String.valueOf(exchange.getRequestHeaders().getFirst("Cookie"))
                        .contains("session=1")) {
                    signedIn.add(path);
                }
                exchange.getResponseHeaders().set("Set-Cookie", "session=1");
                if (path.startsWith("/loaded/")) {
                    loaded.add(path.substring("/loaded".length()));
                }
                byte[] page = "<title>page</title><script>onload = () => fetch('/loaded' + location.pathname)</script>"
                        .getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "text/html");
                exchange.getResponseHeaders().set("Cache-Control", "no-store");
                exchange.sendResponseHeaders(200, page.length);
                exchange.getResponseBody().write(page);
                exchange.close();
            });
            server.setExecutor(threads);
            server.start();
        }

        String url(String path) {
            return "http://127.0.0.1:" + server.getAddress().getPort() + path;
        }

        @Override
        public void close() {
            server.stop(0);
            threads.shutdownNow();
        }
    }
}
