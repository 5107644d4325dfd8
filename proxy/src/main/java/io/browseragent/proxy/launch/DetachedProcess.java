package io.browseragent.proxy.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Starts a program that outlives us and does not get our terminal's Ctrl-C. */
final class DetachedProcess {

    /** Without {@code setsid} (macOS): job control gives the program a process group of its own. */
    private static final String IN_OWN_GROUP =
            "set -m 2>/dev/null; log=$1; shift; \"$@\" </dev/null >>\"$log\" 2>&1 & echo $!";

    private DetachedProcess() {}

    /** Returns its pid; it may have ended by then. */
    static long start(Machine machine, List<String> command, Path log) throws IOException {
        Optional<Path> setsid = machine.program("setsid");
        return setsid.isPresent()
                ? inOwnSession(machine, setsid.get(), command, log)
                : inOwnGroup(machine, command, log);
    }

    private static long inOwnSession(Machine machine, Path setsid, List<String> command, Path log) throws IOException {
        List<String> whole = new ArrayList<>(List.of(setsid.toString()));
        whole.addAll(command);
        // A child of ours leads no process group, so setsid replaces itself: the pid is the program's.
        return machine.process(whole)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .redirectErrorStream(true)
                .start()
                .pid();
    }

    private static long inOwnGroup(Machine machine, List<String> command, Path log) throws IOException {
        // Not every sh does job control without a terminal; bash does, and is the sh of macOS.
        String shell = machine.program("bash").map(Path::toString).orElse("/bin/sh");
        List<String> whole = new ArrayList<>(List.of(shell, "-c", IN_OWN_GROUP, "sh", log.toString()));
        whole.addAll(command);
        Process starter = machine.process(whole)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        String pid = new String(starter.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (!pid.matches("\\d{1,18}")) {
            throw new IOException(shell + " did not start it");
        }
        return Long.parseLong(pid);
    }
}
