package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Runs a script of {@code integration-tests/clients}: a real CDP client from the Node world. */
public final class NodeClient {
    private static final Path SCRIPTS = Repository.ROOT.resolve("integration-tests/clients");

    private NodeClient() {}

    /** How a script ended: its exit code, or -1 when it had to be ended, and all it printed. */
    public record Result(String script, int exitCode, String output) {
        public void assertPassed() {
            assertThat(exitCode)
                    .as("exit code of %s, which said%n%s", script, output)
                    .isZero();
        }
    }

    public static Result run(String script, Duration deadline, String... arguments) {
        assertThat(SCRIPTS.resolve("node_modules/.package-lock.json"))
                .as("the Node clients; ./test installs them")
                .isRegularFile();
        Path file = SCRIPTS.resolve(script);
        assertThat(Files.exists(file)).as("script %s", file).isTrue();
        List<String> command = new ArrayList<>(List.of("node", file.toString()));
        command.addAll(Arrays.asList(arguments));
        try (OwnProcess node = OwnProcess.start(script.replace(".mjs", ""), command, Map.of("NO_COLOR", "1"))) {
            if (node.waitFor(deadline)) {
                return new Result(script, node.exitCode(), node.output());
            }
            return new Result(script, -1, node.output() + "not done in " + deadline);
        }
    }
}
