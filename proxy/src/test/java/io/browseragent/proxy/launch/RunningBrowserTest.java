package io.browseragent.proxy.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class RunningBrowserTest {

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();
    private Machine machine;
    private Path profile;
    private Path executable;

    @BeforeEach
    void setUp() throws Exception {
        machine = new Sandbox(folder).machine();
        profile = Files.createDirectories(folder.resolve("profile"));
        executable = Files.copy(Path.of("/bin/sleep"), folder.resolve("my-browser"));
    }

    @AfterEach
    void endProcesses() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void theLiveProcessInTheLockHoldsTheProfile() throws Exception {
        Process process = start(executable);
        lock(Sandbox.HOST + "-" + process.pid());
        assertThat(holder()).containsExactly(process.pid());
    }

    @Test
    void aBrowserWhoseProgramHasAnotherNameThanItsLauncherCounts() throws Exception {
        Process process = start(Files.copy(Path.of("/bin/sleep"), folder.resolve("chrome")));
        lock(Sandbox.HOST + "-" + process.pid());
        assertThat(holder()).containsExactly(process.pid());
    }

    @Test
    void aHostNameMayContainDashes() throws Exception {
        machine = new Machine(Machine.Os.LINUX, machine.environment(), folder, false, "my-own-host");
        Process process = start(executable);
        lock("my-own-host-" + process.pid());
        assertThat(holder()).containsExactly(process.pid());
    }

    @Test
    void aDeadProcessHoldsNothing() throws Exception {
        Process process = start(executable);
        lock(Sandbox.HOST + "-" + process.pid());
        process.destroyForcibly().waitFor();
        assertThat(holder()).isEmpty();
    }

    @Test
    void aProcessOfAnotherHostHoldsNothing() throws Exception {
        lock("otherhost-" + start(executable).pid());
        assertThat(holder()).isEmpty();
    }

    @Test
    void anotherProgramThatGotThePidOfACrashedBrowserHoldsNothing() throws Exception {
        lock(Sandbox.HOST + "-" + start(Path.of("/bin/sleep")).pid());
        assertThat(holder()).isEmpty();
    }

    @Test
    void noLockOrAStrangeOneHoldsNothing() throws Exception {
        assertThat(holder()).isEmpty();
        lock("nonsense");
        assertThat(holder()).isEmpty();
        Files.delete(profile.resolve("SingletonLock"));
        lock(Sandbox.HOST + "-99999999999999999999");
        assertThat(holder()).isEmpty();
    }

    @Test
    void aProcessItsParentHasNotCollectedIsNotRunning() throws Exception {
        // The shell becomes a sleep that never waits for its child, so the child stays a zombie.
        Path pid = folder.resolve("pid");
        Process parent = new ProcessBuilder(
                        "/bin/sh", "-c", executable + " 60 & echo $! >" + pid + "; exec /bin/sleep 60")
                .start();
        started.add(parent);
        await().until(() -> Sandbox.lines(pid).size() == 1);
        ProcessHandle child =
                ProcessHandle.of(Long.parseLong(Sandbox.lines(pid).get(0))).orElseThrow();
        await().until(() -> parent.info().command().orElse("").endsWith("sleep")
                && child.info().command().orElse("").endsWith("my-browser"));
        lock(Sandbox.HOST + "-" + child.pid());
        assertThat(holder()).containsExactly(child.pid());
        child.destroy();
        await().until(() -> holder().isEmpty());
    }

    @Test
    void closesWithAnInterruptAndNeverByForce() throws Exception {
        Process polite = start(executable);
        RunningBrowser browser = new RunningBrowser(polite.toHandle(), profile);
        assertThat(browser.askToClose(machine)).isTrue();
        assertThat(browser.waitForEnd(Duration.ofSeconds(10))).isTrue();
        assertThat(polite.waitFor()).isEqualTo(128 + 2);
        assertThat(browser.askToClose(machine)).isFalse();

        Path ready = folder.resolve("ready");
        Process deaf = new ProcessBuilder(
                        "/bin/sh", "-c", "trap '' INT TERM; echo >" + ready + "; while :; do sleep 1; done")
                .start();
        started.add(deaf);
        await().until(() -> Files.exists(ready));
        RunningBrowser deafBrowser = new RunningBrowser(deaf.toHandle(), profile);
        assertThat(deafBrowser.askToClose(machine)).isTrue();
        assertThat(deafBrowser.waitForEnd(Duration.ofMillis(200))).isFalse();
        assertThat(deaf.isAlive()).isTrue();
    }

    private Process start(Path program) throws Exception {
        Process process = new ProcessBuilder(program.toString(), "60").start();
        started.add(process);
        return process;
    }

    private void lock(String target) throws Exception {
        Files.createSymbolicLink(profile.resolve("SingletonLock"), Path.of(target));
    }

    private List<Long> holder() {
        return RunningBrowser.on(profile, machine, executable).map(RunningBrowser::pid).stream()
                .toList();
    }
}
