package io.browseragent.proxy.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Runs a short-lived program to its end, within a time limit, handing over its output line by line. */
final class Command {

    /** What {@link #run} returns when the program could not be started or was stopped at its limit. */
    static final int NO_RESULT = -1;

    private Command() {}

    /** Returns the exit code. {@code onLine} runs on another thread, and not any more once this returns. */
    static int run(Machine machine, List<String> command, Duration limit, Consumer<String> onLine)
            throws LaunchFailure {
        Process process;
        try {
            process = machine.process(command)
                    .redirectErrorStream(true)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .start();
        } catch (IOException notStarted) {
            return NO_RESULT;
        }
        Thread reader = new Thread(() -> readLines(process, onLine), "output of " + command.get(0));
        reader.setDaemon(true);
        reader.start();
        try {
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            // A grandchild may keep the pipe open for ever; what it still says is of no interest.
            reader.join(1000);
            return ended ? process.exitValue() : NO_RESULT;
        } catch (InterruptedException interrupted) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new LaunchFailure("Interrupted while running " + command.get(0) + ".", "Run it again.");
        }
    }

    private static void readLines(Process process, Consumer<String> onLine) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(onLine);
        } catch (IOException | UncheckedIOException closed) {
            // The program is gone; its exit code says the rest.
        }
    }
}
