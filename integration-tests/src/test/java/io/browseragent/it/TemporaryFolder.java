package io.browseragent.it;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;

/** Makes folders that are gone at the latest when the JVM ends. */
final class TemporaryFolder {
    private TemporaryFolder() {}

    static Path create(String name) {
        try {
            Path folder = Files.createTempDirectory("browser-agent-" + name);
            Leftovers.add(folder);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path folder) {
        // A process that is just ending may still write into it.
        await("deletion of " + folder)
                .atMost(Duration.ofSeconds(10))
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> {
                    deleteOnce(folder);
                    return !Files.exists(folder);
                });
        Leftovers.remove(folder);
    }

    static void deleteOnce(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(folder)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
