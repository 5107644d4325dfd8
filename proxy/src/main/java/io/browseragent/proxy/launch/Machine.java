package io.browseragent.proxy.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The computer as the launcher sees it: a value, so that a test can give it another PATH, display, user or system.
 *
 * @param environment what child processes get, whole
 * @param root whether we are the superuser of a Linux system, where the browser refuses its sandbox
 */
record Machine(Os os, Map<String, String> environment, Path userHome, boolean root, String hostName) {

    enum Os {
        LINUX,
        MAC,
        OTHER
    }

    static Machine here() {
        String name = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        Os os = name.startsWith("linux") ? Os.LINUX : name.startsWith("mac") ? Os.MAC : Os.OTHER;
        return new Machine(os, System.getenv(), Path.of(System.getProperty("user.home")), isRoot(os), readHostName(os));
    }

    /** The first program of this name on the PATH. Snaps are passed over: they cannot read profiles in hidden folders. */
    Optional<Path> program(String name) {
        for (String folder : environment.getOrDefault("PATH", "").split(":")) {
            if (folder.isEmpty() || folder.equals("/snap/bin")) {
                continue;
            }
            try {
                Path program = Path.of(folder, name);
                if (isProgram(program)) {
                    return Optional.of(program);
                }
            } catch (InvalidPathException oddEntry) {
                continue;
            }
        }
        return Optional.empty();
    }

    static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    /** Only Linux can lack one: elsewhere windows need no display server. */
    boolean hasDisplay() {
        return os != Os.LINUX || isSet("DISPLAY") || isSet("WAYLAND_DISPLAY");
    }

    ProcessBuilder process(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder;
    }

    private boolean isSet(String variable) {
        return !environment.getOrDefault(variable, "").isEmpty();
    }

    private static boolean isRoot(Os os) {
        try {
            return os == Os.LINUX && Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException unknown) {
            return false;
        }
    }

    /** The name the browser writes into its profile lock. */
    private static String readHostName(Os os) {
        try {
            return os == Os.LINUX
                    ? Files.readString(Path.of("/proc/sys/kernel/hostname")).strip()
                    : InetAddress.getLocalHost().getHostName();
        } catch (IOException unknown) {
            return "";
        }
    }
}
