package io.browseragent.proxy.launch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Installs Chromium with apt-get, where that needs no password. */
final class ChromiumInstall {

    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(3);

    private final Machine machine;
    private final Consumer<String> say;

    ChromiumInstall(Machine machine, Consumer<String> say) {
        this.machine = machine;
        this.say = say;
    }

    /** What the human can type himself. */
    static String command(Machine machine) {
        if (machine.os() == Machine.Os.MAC) {
            return "brew install --cask brave-browser";
        }
        if (machine.program("dnf").isPresent()) {
            return "sudo dnf install -y chromium";
        }
        if (machine.program("pacman").isPresent()) {
            return "sudo pacman -S --noconfirm chromium";
        }
        return machine.root() ? "apt-get install -y chromium" : "sudo apt-get install -y chromium";
    }

    /** Returns whether it was installed; says what it does, and what went wrong. */
    boolean run() throws LaunchFailure {
        Optional<Path> aptGet = machine.os() == Machine.Os.LINUX ? machine.program("apt-get") : Optional.empty();
        Optional<List<String>> asRoot = aptGet.isPresent() ? asRoot() : Optional.empty();
        if (asRoot.isEmpty()) {
            return false;
        }
        List<String> command = new ArrayList<>(asRoot.get());
        // Through env, because sudo drops the environment.
        command.addAll(List.of(
                "/usr/bin/env", "DEBIAN_FRONTEND=noninteractive", aptGet.get().toString()));
        say.accept("No browser found: installing Chromium with apt-get (this takes a minute or two).");
        // Old package lists may still do, so a failed update is no reason to stop.
        run(command, new AtomicReference<>(""), "update");
        AtomicReference<String> lastLine = new AtomicReference<>("");
        int exit = run(command, lastLine, "install", "-y", "chromium");
        if (exit != 0) {
            say.accept("apt-get could not install Chromium (exit code " + exit + "): " + lastLine.get());
        }
        return exit == 0;
    }

    /** What to put in front of a command so that it runs as root; empty when that would need a password. */
    private Optional<List<String>> asRoot() throws LaunchFailure {
        if (machine.root()) {
            return Optional.of(List.of());
        }
        Optional<Path> sudo = machine.program("sudo");
        if (sudo.isEmpty()) {
            return Optional.empty();
        }
        List<String> prefix = List.of(sudo.get().toString(), "-n");
        return Command.run(machine, with(prefix, "true"), Duration.ofSeconds(5), line -> {}) == 0
                ? Optional.of(prefix)
                : Optional.empty();
    }

    private int run(List<String> aptGet, AtomicReference<String> lastLine, String... arguments) throws LaunchFailure {
        Progress progress = new Progress(say);
        return Command.run(machine, with(aptGet, arguments), LIMIT, line -> {
            if (!line.isBlank()) {
                lastLine.set(line.strip());
                progress.line(line.strip());
            }
        });
    }

    private static List<String> with(List<String> command, String... arguments) {
        List<String> whole = new ArrayList<>(command);
        whole.addAll(List.of(arguments));
        return whole;
    }

    /** Passes on a line now and then. Confined to the thread that reads the output. */
    private static final class Progress {

        private final Consumer<String> say;
        private long quietUntil = System.nanoTime();

        Progress(Consumer<String> say) {
            this.say = say;
        }

        void line(String line) {
            long now = System.nanoTime();
            if (now - quietUntil >= 0) {
                quietUntil = now + BETWEEN_LINES.toNanos();
                say.accept("apt-get: " + line);
            }
        }
    }
}
