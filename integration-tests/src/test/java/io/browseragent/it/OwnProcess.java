package io.browseragent.it;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Runs one program in a process group of its own, with its output in a file below {@code target/it-logs}, and ends the
 * whole group at {@link #close}, at the latest when the JVM ends.
 */
final class OwnProcess implements AutoCloseable {
    private static final List<OwnProcess> SEEN = new CopyOnWriteArrayList<>();
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final Path LOGS = Repository.ROOT.resolve("integration-tests/target/it-logs");

    private final String name;
    private final Path log;
    private final Process process;

    private OwnProcess(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
        SEEN.add(this);
        Leftovers.add(this);
    }

    /** Environment values that are null are taken out of the inherited environment. */
    static OwnProcess start(String name, List<String> command, Map<String, String> environment) {
        return start(name, command, environment, LOGS);
    }

    static OwnProcess start(String name, List<String> command, Map<String, String> environment, Path folder) {
        // setsid: a group of its own. env: were this JVM itself in the background of a shell, Ctrl-C would be ignored.
        List<String> words = new ArrayList<>(List.of("setsid", "env", "--default-signal=INT,QUIT"));
        words.addAll(command);
        try {
            Files.createDirectories(LOGS);
            Path log = LOGS.resolve(
                    "%s-%d-%d.log".formatted(name, ProcessHandle.current().pid(), COUNT.incrementAndGet()));
            ProcessBuilder builder = new ProcessBuilder(words)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            environment.forEach((key, value) -> {
                if (value == null) {
                    builder.environment().remove(key);
                } else {
                    builder.environment().put(key, value);
                }
            });
            Process process = builder.start();
            process.getOutputStream().close();
            return new OwnProcess(name, log, process);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + String.join(" ", words), e);
        }
    }

    /** Also the id of the group. */
    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    int exitCode() {
        return process.exitValue();
    }

    boolean waitFor(Duration limit) {
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    void signalGroup(String signal) {
        kill(signal, "-" + pid());
    }

    void signal(String signal) {
        kill(signal, Long.toString(pid()));
    }

    /** To a process that one of ours has started. */
    static void signal(long pid, String signal) {
        kill(signal, Long.toString(pid));
    }

    String output() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The last lines, without the complaints of a browser that has no desktop to talk to. */
    String tail(int lines) {
        List<String> all =
                output().lines().filter(line -> !line.contains(":dbus/")).toList();
        return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
    }

    /** Waits until a condition on the output holds; the process must not end before. */
    void awaitOutput(String what, Duration limit, Predicate<String> condition) {
        await("%s to say %s".formatted(name, what))
                .atMost(limit)
                .pollInterval(Duration.ofMillis(50))
                .failFast(() -> requireAlive(100))
                .until(() -> condition.test(output()));
    }

    void requireAlive(int lines) {
        if (!isAlive()) {
            throw new AssertionError("%s ended with %d and said%n%s".formatted(name, exitCode(), tail(lines)));
        }
    }

    /** Ids of the processes of the group that are not yet dead. */
    List<Long> group() {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.map(ProcessHandle::pid).filter(this::isOfGroup).toList();
        }
    }

    void killGroup() {
        if (!group().isEmpty()) {
            signalGroup("KILL");
        }
    }

    @Override
    public void close() {
        killGroup();
        await("the end of " + name).atMost(Duration.ofSeconds(20)).until(() -> group().isEmpty());
        Leftovers.remove(this);
    }

    /** Forgets those that have ended, so that a failure shows only what has to do with it. */
    static void forgetEnded() {
        SEEN.removeIf(seen -> !seen.isAlive());
    }

    static void printTails(int lines) {
        for (OwnProcess seen : SEEN) {
            System.out.printf(
                    "----- %s (%s), last lines of %s%n%s%n",
                    seen.name, seen.isAlive() ? "running" : "exit " + seen.exitCode(), seen.log, seen.tail(lines));
        }
    }

    private boolean isOfGroup(long candidate) {
        try {
            String stat = Files.readString(Path.of("/proc/" + candidate + "/stat"));
            // The name may contain blanks; after it come the state, the parent and the group.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return !fields[0].equals("Z") && Long.parseLong(fields[2]) == pid();
        } catch (IOException e) {
            return false;
        }
    }

    private static void kill(String signal, String target) {
        try {
            new ProcessBuilder("sh", "-c", "kill -s \"$0\" -- \"$1\"", signal, target)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
