package io.browseragent.proxy.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A browser process that holds a profile, known by the lock it keeps there. */
record RunningBrowser(ProcessHandle process, Path profile) {

    private static final String LOCK = "SingletonLock";
    private static final List<String> BROWSER_NAMES = List.of("chrom", "brave", "edge", "vivaldi", "opera");

    /**
     * The holder of the profile, if it runs on this machine. The lock is a link to {@code host-pid} that outlives a
     * crash, so its pid may by now belong to any program; that is no holder.
     */
    static Optional<RunningBrowser> on(Path profile, Machine machine, Path executable) {
        String target;
        try {
            target = Files.readSymbolicLink(profile.resolve(LOCK)).toString();
        } catch (IOException | UnsupportedOperationException noLock) {
            return Optional.empty();
        }
        int dash = target.lastIndexOf('-');
        if (dash < 0 || !target.substring(0, dash).equals(machine.hostName())) {
            return Optional.empty();
        }
        String pid = target.substring(dash + 1);
        if (!pid.matches("\\d{1,18}")) {
            return Optional.empty();
        }
        return ProcessHandle.of(Long.parseLong(pid))
                .filter(process -> isBrowser(process, executable))
                .map(process -> new RunningBrowser(process, profile))
                .filter(RunningBrowser::isRunning);
    }

    long pid() {
        return process.pid();
    }

    boolean isRunning() {
        return isRunning(process.pid());
    }

    /** A dead process its parent has not collected is not running. */
    static boolean isRunning(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent() && !isZombie(pid);
    }

    /**
     * Asks it to exit; never forces it. With an interrupt, because after SIGTERM it ends as at a logout: without asking
     * pages that guard unsent text, and without writing the tabs of the last seconds to its session.
     */
    boolean askToClose(Machine machine) throws LaunchFailure {
        List<String> interrupt = List.of("/bin/sh", "-c", "kill -INT " + process.pid());
        return Command.run(machine, interrupt, Duration.ofSeconds(5), line -> {}) == 0;
    }

    boolean waitForEnd(Duration limit) throws LaunchFailure {
        return Waiting.until(() -> !isRunning(), limit);
    }

    private static boolean isBrowser(ProcessHandle process, Path executable) {
        // Unreadable for another user's process: believe the lock then.
        Optional<String> program = process.info().command().map(RunningBrowser::fileName);
        return program.isEmpty()
                || program.get().equals(fileName(executable.toString()))
                || BROWSER_NAMES.stream().anyMatch(program.get().toLowerCase(Locale.ROOT)::contains);
    }

    private static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static boolean isZombie(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.startsWith(" Z", stat.lastIndexOf(')') + 1);
        } catch (IOException noProcFileSystem) {
            return false;
        }
    }
}
