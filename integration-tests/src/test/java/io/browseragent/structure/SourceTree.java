package io.browseragent.structure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where the project's sources and classes are, from whatever folder the tests run. */
final class SourceTree {

    static final Path ROOT = root();

    private static final List<String> MODULES = List.of("spi", "core", "proxy", "agent");

    private SourceTree() {}

    /** Each module's folder, the recipes' included. */
    static List<Path> modules() {
        try (Stream<Path> recipes = Files.list(ROOT.resolve("recipes"))) {
            return Stream.concat(
                            MODULES.stream().map(ROOT::resolve),
                            recipes.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                                    .sorted())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Path> compiledModules() {
        return modules().stream()
                .map(module -> module.resolve("target/classes"))
                .filter(Files::isDirectory)
                .toList();
    }

    /** All main Java files. */
    static List<Path> mainFiles() {
        return modules().stream()
                .map(module -> module.resolve("src/main/java"))
                .filter(Files::isDirectory)
                .flatMap(SourceTree::javaFiles)
                .toList();
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> javaFiles(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path root() {
        Path start = Path.of("").toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("integration-tests/pom.xml"))) {
                return folder;
            }
        }
        throw new IllegalStateException(start + " is not inside the project");
    }
}
