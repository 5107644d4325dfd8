package io.browseragent.proxy.launch;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The file the browser's output is appended to.
 *
 * @param start where the output of this start begins
 */
record BrowserLog(Path file, long start) {

    private static final int TAIL_LINES = 5;
    private static final long TAIL_BYTES = 16 * 1024;

    /** Writes a first line, so that a full disk or a read-only folder shows before a browser is started. */
    static BrowserLog open(Path home, String firstLine) throws LaunchFailure {
        Path file = home.resolve("browser.log");
        try {
            Files.createDirectories(home);
            Files.writeString(file, firstLine + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            return new BrowserLog(file, Files.size(file));
        } catch (IOException unwritable) {
            throw cannotWrite(file, unwritable);
        }
    }

    static LaunchFailure cannotWrite(Path path, IOException cause) {
        return new LaunchFailure(
                "Cannot write " + path + ": " + cause.getMessage() + " ("
                        + cause.getClass().getSimpleName() + ").",
                "Free some disk space and check who owns the folder, or set BROKER_HOME to another one.");
    }

    /** The last lines of this start; empty when there are none. */
    List<String> tail() {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(start, in.length() - TAIL_BYTES);
            byte[] bytes = new byte[(int) Math.max(0, in.length() - from)];
            in.seek(from);
            in.readFully(bytes);
            List<String> lines =
                    new String(bytes, StandardCharsets.UTF_8).lines().toList();
            return lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
        } catch (IOException unreadable) {
            return List.of();
        }
    }
}
