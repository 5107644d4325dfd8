package io.browseragent.it;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Ends processes and deletes folders that are still there when the JVM ends, however a test run is broken off. */
final class Leftovers {
    private static final Set<OwnProcess> PROCESSES = ConcurrentHashMap.newKeySet();
    private static final Set<Path> FOLDERS = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Leftovers::clear, "leftovers"));
    }

    private Leftovers() {}

    static void add(OwnProcess process) {
        PROCESSES.add(process);
    }

    static void remove(OwnProcess process) {
        PROCESSES.remove(process);
    }

    static void add(Path folder) {
        FOLDERS.add(folder);
    }

    static void remove(Path folder) {
        FOLDERS.remove(folder);
    }

    private static void clear() {
        PROCESSES.forEach(OwnProcess::close);
        FOLDERS.forEach(folder -> {
            try {
                TemporaryFolder.deleteOnce(folder);
            } catch (IOException e) {
                System.err.println("left behind: " + folder + ": " + e.getMessage());
            }
        });
    }
}
