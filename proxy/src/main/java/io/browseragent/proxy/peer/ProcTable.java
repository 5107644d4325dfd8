package io.browseragent.proxy.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
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

    private static final String V4_IN_V6 = "0000000000000000FFFF0000";

    private static final int REMOTE = 2;
    private static final int INODE = 9;

    /** Fields of {@code /proc/PID/stat} behind the name: state, parent, group, session. */
    private static final int SESSION = 3;

    /**
     * The id of the session that the process runs in which opened a connection; empty where that cannot be told, or
     * processes of several sessions hold it.
     *
     * @param from address at the process's end
     * @param to address at this end
     */
    Optional<String> session(InetSocketAddress from, InetSocketAddress to) {
        Set<String> sessions = new HashSet<>();
        inode(from, to).ifPresent(inode -> collect("socket:[" + inode + "]", sessions));
        return sessions.size() == 1 ? Optional.of(sessions.iterator().next()) : Optional.empty();
    }

    private static Optional<String> inode(InetSocketAddress from, InetSocketAddress to) {
        for (String table : List.of("tcp", "tcp6")) {
            try (Stream<String> lines = Files.lines(PROC.resolve("net").resolve(table))) {
                Optional<String> found = lines.skip(1)
                        .map(line -> line.trim().split("\\s+"))
                        .filter(columns -> spells(columns[LOCAL], from) && spells(columns[REMOTE], to))
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

    /** Whether a column means this address; IPv4 may be written as IPv6, as sockets for both families are. */
    private static boolean spells(String column, InetSocketAddress address) {
        int colon = column.lastIndexOf(':');
        if (Integer.parseInt(column.substring(colon + 1), 16) != address.getPort()) {
            return false;
        }
        String words = words(address.getAddress().getAddress());
        String host = column.substring(0, colon);
        return host.equals(words) || host.equals(V4_IN_V6 + words);
    }

    /** The kernel writes each four bytes as one number of this machine's, which has the last byte first. */
    private static String words(byte[] address) {
        StringBuilder words = new StringBuilder();
        for (int word = 0; word < address.length; word += 4) {
            for (int at = word + 3; at >= word; at--) {
                words.append(String.format("%02X", address[at]));
            }
        }
        return words.toString();
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
