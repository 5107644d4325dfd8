package io.browseragent.proxy.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@Timeout(60)
class BrowserLauncherTest {

    @TempDir
    Path folder;

    private final List<String> said = new ArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final int port = Sandbox.freePort();
    private Sandbox sandbox;

    @BeforeEach
    void setUp() {
        sandbox = new Sandbox(folder);
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable closeable : open) {
            closeable.close();
        }
    }

    @Test
    void aBrowserThatAnswersIsUsedAndNothingIsStarted() throws Exception {
        serve(DebugPortProbeTest.CHROME);
        sandbox.browser("chromium", "Chromium 156.0.1.2", "echo >\"$0.started\"");
        assertThat(ensure(sandbox.machine(), sandbox.request(port)))
                .asInstanceOf(type(Launch.AlreadyAnswering.class))
                .returns("127.0.0.1", Launch.AlreadyAnswering::host)
                .returns("Chrome/156.0.8078.114", Launch.AlreadyAnswering::product);
        assertThat(sandbox.bin().resolve("chromium.started")).doesNotExist();
    }

    @Test
    void somethingElseOnThePortIsNamedWithTheWayOut() throws Exception {
        serve("{\"Browser\": \"node.js/v20.1.0\"}");
        assertThat(ensure(sandbox.machine(), sandbox.request(port)))
                .isEqualTo(new Launch.PortTaken(port, "node.js/v20.1.0"));
        assertThat(said).singleElement().asString().contains("node.js/v20.1.0", "BROKER_UPSTREAM_PORT");
    }

    @Test
    void attachOnlyStartsNothing() {
        sandbox.browser("chromium", "Chromium 156.0.1.2", "echo >\"$0.started\"");
        LaunchRequest attach =
                new LaunchRequest(port, Optional.empty(), "", Optional.empty(), false, true, true, sandbox.home());
        assertThat(ensure(sandbox.machine(), attach)).isEqualTo(new Launch.AttachOnly());
        assertThat(sandbox.bin().resolve("chromium.started")).doesNotExist();
        assertThat(sandbox.home()).doesNotExist();
    }

    @Test
    void withoutABrowserTheCommandToGetOneIsTold() {
        assertThat(ensure(sandbox.machine(), sandbox.request(port)))
                .isEqualTo(new Launch.NotFound("sudo apt-get install -y chromium"));
        assertThat(said).singleElement().asString().contains("sudo apt-get install -y chromium");
        sandbox.script("dnf");
        assertThat(ensure(sandbox.machine(), sandbox.request(port)))
                .isEqualTo(new Launch.NotFound("sudo dnf install -y chromium"));
    }

    @Test
    void rootGetsChromiumInstalledAndStarted() {
        fakeAptGet(0);
        Launch launch = ensure(sandbox.machine(true, Map.of()), sandbox.request(port));
        assertThat(Sandbox.lines(sandbox.bin().resolve("apt-get.calls")))
                .containsExactly("noninteractive update", "noninteractive install -y chromium");
        assertThat(said).anyMatch(line -> line.contains("installing Chromium"));
        assertThat(said).contains("apt-get: Setting up chromium");
        // The fake ends at once, but it was started.
        assertThat(failed(launch).reason()).contains("Chromium 156.0.1.2 ended");
    }

    @Test
    void aUserWithSudoGetsChromiumInstalled() {
        fakeAptGet(0);
        sandbox.script("sudo", "[ \"$1\" = -n ] || exit 1", "shift", "echo \"$1\" >>\"$0.calls\"", "\"$@\"");
        Launch launch = ensure(sandbox.machine(), sandbox.request(port));
        assertThat(Sandbox.lines(sandbox.bin().resolve("sudo.calls")))
                .containsExactly("true", "/usr/bin/env", "/usr/bin/env");
        assertThat(failed(launch).reason()).contains("Chromium 156.0.1.2 ended");
    }

    @Test
    void nothingIsInstalledWhenSudoWantsAPassword() {
        fakeAptGet(0);
        sandbox.script("sudo", "exit 1");
        assertThat(ensure(sandbox.machine(), sandbox.request(port))).isInstanceOf(Launch.NotFound.class);
        assertThat(sandbox.bin().resolve("apt-get.calls")).doesNotExist();
    }

    @Test
    void aFailedInstallationIsSaidAndTheCommandTold() {
        fakeAptGet(100);
        assertThat(ensure(sandbox.machine(true, Map.of()), sandbox.request(port)))
                .isEqualTo(new Launch.NotFound("apt-get install -y chromium"));
        assertThat(said).anyMatch(line -> line.contains("exit code 100") && line.contains("Setting up chromium"));
    }

    @Test
    void aBrowserThatEndsAtOnceShowsItsLastWords() {
        sandbox.browser("chromium", "Chromium 156.0.1.2", "for i in 1 2 3 4 5 6; do echo word $i; done", "exit 3");
        Launch.Failed failed = failed(ensure(sandbox.machine(), sandbox.request(port)));
        assertThat(failed.reason())
                .contains("Chromium 156.0.1.2 ended", "word 2", "word 6")
                .doesNotContain("word 1\n");
        assertThat(failed.advice())
                .contains(sandbox.home().resolve("browser.log").toString());
        assertThat(said).contains(failed.reason(), failed.advice());
    }

    @Test
    void knownLastWordsGetTheirOwnAdvice() {
        sandbox.browser("chromium", "Chromium 156.0.1.2", "echo Missing X server or '$DISPLAY'");
        assertThat(failed(ensure(sandbox.machine(Map.of("DISPLAY", ":99")), sandbox.request(port)))
                        .advice())
                .contains("--headless");
    }

    @Test
    void lastWordsAreThoseOfThisStart() throws Exception {
        Files.createDirectories(sandbox.home());
        Files.writeString(sandbox.home().resolve("browser.log"), "of another day\n");
        sandbox.browser("chromium", "Chromium 156.0.1.2", "exit 3");
        assertThat(failed(ensure(sandbox.machine(), sandbox.request(port))).reason())
                .isEqualTo("Chromium 156.0.1.2 ended before its debug port answered.");
        assertThat(Sandbox.lines(sandbox.home().resolve("browser.log"))).startsWith("of another day");
    }

    @Test
    void aHeadlessBrowserThatNeverAnswersIsEnded() {
        long browser = launchSilent(Map.of(), "--headless=new");
        await().until(() -> ProcessHandle.of(browser).isEmpty());
    }

    @Test
    void aVisibleBrowserThatNeverAnswersIsLeftToTheHuman() {
        long browser = launchSilent(Map.of("DISPLAY", ":99"), "--no-first-run");
        assertThat(Sandbox.lines(sandbox.bin().resolve("chromium.pid")).get(0)).doesNotContain("--user-data-dir");
        assertThat(ProcessHandle.of(browser)).isPresent();
        assertThat(said).anyMatch(line -> line.contains("pid " + browser) && line.contains("--profile"));
    }

    @Test
    void aBrowserThatDoesNotCloseIsLeftOpenAndTheHumanToldWhy() throws Exception {
        sandbox.browser("chromium", "Chromium 156.0.1.2", "echo >\"$0.started\"");
        Path ready = folder.resolve("ready");
        // Named like a browser by its program, so that the lock counts.
        Path shell = Files.copy(Path.of("/bin/dash"), folder.resolve("chrome"));
        Process deaf = new ProcessBuilder(
                        shell.toString(), "-c", "trap '' INT TERM; echo >" + ready + "; while :; do sleep 1; done")
                .start();
        open.add(deaf::destroyForcibly);
        await().until(() -> Files.exists(ready));
        Path profile = Files.createDirectories(sandbox.userHome().resolve(".config/chromium"));
        Files.createSymbolicLink(profile.resolve("SingletonLock"), Path.of(Sandbox.HOST + "-" + deaf.pid()));
        LaunchRequest restart =
                new LaunchRequest(port, Optional.empty(), "", Optional.empty(), false, true, false, sandbox.home());
        Launch launch = new BrowserLauncher(sandbox.machine(), Duration.ofSeconds(1), Duration.ofSeconds(1))
                .ensure(restart, said::add);
        assertThat(failed(launch).reason()).contains("pid " + deaf.pid(), "did not close within 1 s");
        assertThat(said).anyMatch(line -> line.contains("Waiting for it to close"));
        assertThat(deaf.isAlive()).isTrue();
        assertThat(sandbox.bin().resolve("chromium.started")).doesNotExist();
    }

    @Test
    void headlessAndNoSandboxAreSaid() {
        sandbox.browser("chromium", "Chromium 156.0.1.2", "echo \"$*\" >\"$0.flags\"");
        ensure(sandbox.machine(true, Map.of()), sandbox.request(port));
        assertThat(said).anyMatch(line -> line.contains("headless") && line.contains("DISPLAY"));
        assertThat(said).anyMatch(line -> line.contains("--no-sandbox"));
        assertThat(Sandbox.lines(sandbox.bin().resolve("chromium.flags")))
                .singleElement()
                .asString()
                .contains("--headless=new --no-sandbox", "--remote-debugging-port=" + port)
                .contains("--user-data-dir=" + sandbox.userHome().resolve(".config/chromium"))
                .doesNotContain("--restore");
    }

    @Test
    void chromeGetsItsOwnProfileAndTheReasonIsSaid() {
        Path profile = sandbox.home().resolve("profiles/google-chrome");
        sandbox.browser("google-chrome", "Google Chrome 156.0.1.2", "echo \"$*\" >\"$0.flags\"");
        ensure(sandbox.machine(Map.of("WAYLAND_DISPLAY", "w")), sandbox.request(port));
        assertThat(said).anyMatch(line -> line.contains("ignores the debug port") && line.contains(profile.toString()));
        assertThat(Sandbox.lines(sandbox.bin().resolve("google-chrome.flags")).get(0))
                .contains("--user-data-dir=" + profile)
                .doesNotContain("--headless", "--no-sandbox");
    }

    @Test
    void aHomeThatCannotBeWrittenIsAClearFailure() throws Exception {
        sandbox.browser("chromium", "Chromium 156.0.1.2", "echo >\"$0.started\"");
        Files.createFile(sandbox.home());
        Launch.Failed failed = failed(ensure(sandbox.machine(), sandbox.request(port)));
        assertThat(failed.reason()).contains("Cannot write", sandbox.home().toString());
        assertThat(failed.advice()).contains("BROKER_HOME");
        assertThat(sandbox.bin().resolve("chromium.started")).doesNotExist();
    }

    @Test
    void aFullDiskIsAClearFailure() throws Exception {
        sandbox.browser("chromium", "Chromium 156.0.1.2", "echo >\"$0.started\"");
        Files.createDirectories(sandbox.home());
        Files.createSymbolicLink(sandbox.home().resolve("browser.log"), Path.of("/dev/full"));
        Launch.Failed failed = failed(ensure(sandbox.machine(), sandbox.request(port)));
        assertThat(failed.reason()).contains("No space left on device");
        assertThat(failed.advice()).contains("disk space");
        assertThat(sandbox.bin().resolve("chromium.started")).doesNotExist();
    }

    /** Starts a browser that never answers; returns its pid. */
    private long launchSilent(Map<String, String> environment, String flag) {
        sandbox.browser("chromium", "Chromium 156.0.1.2", "echo \"$$ $*\" >\"$0.pid\"", "exec /bin/sleep 60");
        Path pid = sandbox.bin().resolve("chromium.pid");
        BrowserLauncher launcher =
                new BrowserLauncher(sandbox.machine(environment), Duration.ofSeconds(1), Duration.ofSeconds(1));
        Launch launch = launcher.ensure(sandbox.request(port), said::add);
        assertThat(failed(launch).reason()).contains("does not answer on port " + port);
        String line = Sandbox.lines(pid).get(0);
        assertThat(line).contains(flag);
        long browser = Long.parseLong(line.split(" ")[0]);
        ProcessHandle.of(browser).ifPresent(process -> open.add(process::destroyForcibly));
        return browser;
    }

    private Launch ensure(Machine machine, LaunchRequest request) {
        said.clear();
        return new BrowserLauncher(machine, Duration.ofSeconds(20), Duration.ofSeconds(5)).ensure(request, said::add);
    }

    private static Launch.Failed failed(Launch launch) {
        assertThat(launch).isInstanceOf(Launch.Failed.class);
        return (Launch.Failed) launch;
    }

    private void fakeAptGet(int exitCode) {
        sandbox.script(
                "apt-get",
                "echo \"$DEBIAN_FRONTEND $*\" >>\"$0.calls\"",
                "[ \"$1\" = update ] && exit 0",
                "echo Setting up chromium",
                "[ " + exitCode + " = 0 ] || exit " + exitCode,
                "browser=" + sandbox.bin().resolve("chromium"),
                "echo '#!/bin/sh' >$browser",
                "echo 'echo Chromium 156.0.1.2' >>$browser",
                "/bin/chmod +x $browser");
    }

    private void serve(String body) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 0);
        server.createContext("/json/version", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        open.add(() -> server.stop(0));
    }
}
