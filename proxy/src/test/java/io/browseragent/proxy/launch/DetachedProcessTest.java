package io.browseragent.proxy.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class DetachedProcessTest {

    @TempDir
    Path folder;

    private Path log;
    private Path program;
    private long process;

    @BeforeEach
    void setUp() throws Exception {
        log = Files.writeString(folder.resolve("log"), "earlier\n");
        // pid, process group and session (fields 5 and 6), arguments, then the end of its input
        program = Sandbox.script(
                folder.resolve("a program"),
                "echo \"$$ $(/usr/bin/cut -d' ' -f5,6 /proc/self/stat)\"",
                "echo \"$# $2\"",
                "echo \"error\" >&2",
                "read line || echo \"no input\"",
                "exec /bin/sleep 60");
    }

    @AfterEach
    void endProcess() {
        ProcessHandle.of(process).ifPresent(ProcessHandle::destroyForcibly);
    }

    @Test
    void runsInASessionOfItsOwnWithSetsid() throws Exception {
        List<String> lines = run("/usr/bin");
        assertThat(lines.get(1)).isEqualTo(process + " " + process + " " + process);
    }

    @Test
    void runsInAProcessGroupOfItsOwnWithoutSetsid() throws Exception {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("bash"), Path.of("/bin/bash"));
        List<String> lines = run(bin.toString());
        assertThat(lines.get(1)).matches(process + " " + process + " \\d+");
    }

    private List<String> run(String path) throws Exception {
        Machine machine = new Machine(Machine.Os.LINUX, Map.of("PATH", path), folder, false, Sandbox.HOST);
        process = DetachedProcess.start(machine, List.of(program.toString(), "one", "t w$o"), log);
        await().until(() -> Sandbox.lines(log).contains("no input"));
        List<String> lines = Sandbox.lines(log);
        assertThat(lines).hasSize(5).startsWith("earlier").endsWith("2 t w$o", "error", "no input");
        assertThat(ProcessHandle.of(process)).isPresent();
        return lines;
    }
}
