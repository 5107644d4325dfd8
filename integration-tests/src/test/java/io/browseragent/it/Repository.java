package io.browseragent.it;

import java.nio.file.Files;
import java.nio.file.Path;

/** Knows where the project is, from whatever folder the tests run. */
final class Repository {
    static final Path ROOT = find();

    private Repository() {}

    private static Path find() {
        Path start = Path.of("").toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("integration-tests/pom.xml"))) {
                return folder;
            }
        }
        throw new IllegalStateException(start + " is not inside the project");
    }
}
