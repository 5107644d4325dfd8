package io.browseragent.proxy.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Linux's {@code /proc}: which process holds the other end of a connection on this machine (man pages proc_net(5),
 * proc_pid_fd(5), proc_pid_stat(5)). Blocks.
 */
final class ProcTable {

    private static final Path PROC = Path.of("/proc");

    /** Columns of {@code /proc/net/tcp}. */
    private static final int LOCAL = 1;

    private static final int REMOTE = 2;
    private static final int INODE = 9;

    /** Fields of {@code /proc/PID/stat} behind the name: state, parent, group, session. */
    private static final int SESSION = 3;

    /**
     * The id of the session that the process runs in which opened a connection; empty where that cannot be told, or
     * processes of several sessions hold it.
     *
     * @param from port at the process's end
     * @param to port at this end
     */
    Optional<String> session(int from, int to) {
        Set<String> sessions = new HashSet<>();
        inode(from, to).ifPresent(inode -> collect("socket:[" + inode + "]", sessions));
        return sessions.size() == 1 ? Optional.of(sessions.iterator().next()) : Optional.empty();
    }

    private static Optional<String> inode(int from, int to) {
        for (String table : List.of("tcp", "tcp6")) {
            try (Stream<String> lines = Files.lines(PROC.resolve("net").resolve(table))) {
                Optional<String> found = lines.skip(1)
                        .map(line -> line.trim().split("\\s+"))
                        .filter(columns -> port(columns[LOCAL]) == from && port(columns[REMOTE]) == to)
                        .map(columns -> columns[INODE])
                        .filter(inode -> !inode.equals("0"))
                        .findFirst();
                if (found.isPresent()) {
                    return found;
                }
            } catch (IOException | UncheckedIOException notLinux) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), 16);
    }

    private static void collect(String socket, Set<String> sessions) {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (holds(process, socket)) {
                    session(process).ifPresent(sessions::add);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean holds(Path process, String socket) {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path descriptor : descriptors) {
                if (pointsTo(descriptor, socket)) {
                    return true;
                }
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException someoneElses) {
            return false;
        }
        return false;
    }

    private static boolean pointsTo(Path descriptor, String socket) {
        try {
            return Files.readSymbolicLink(descriptor).toString().equals(socket);
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }

    /** The name of a process may hold blanks and brackets; it ends with the last bracket. */
    private static Optional<String> session(Path process) {
        try {
            String stat = Files.readString(process.resolve("stat"));
            return Optional.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[SESSION]);
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
