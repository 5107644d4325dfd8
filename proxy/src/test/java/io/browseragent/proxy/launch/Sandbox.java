package io.browseragent.proxy.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A make-believe Linux computer in a folder: a PATH with shell scripts on it, a home, no display, an ordinary user. */
record Sandbox(Path root) {

    static final String HOST = "testhost";

    Path bin() {
        return root.resolve("bin");
    }

    Path userHome() {
        return root.resolve("user");
    }

    Path home() {
        return root.resolve("broker-home");
    }

    Machine machine() {
        return machine(Map.of());
    }

    Machine machine(Map<String, String> more) {
        return machine(false, more);
    }

    Machine machine(boolean asRoot, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(
                Map.of("PATH", bin().toString(), "HOME", userHome().toString()));
        environment.putAll(more);
        return new Machine(Machine.Os.LINUX, environment, userHome(), asRoot, HOST);
    }

    Machine mac() {
        return new Machine(Machine.Os.MAC, Map.of("PATH", bin().toString()), userHome(), false, HOST);
    }

    /** A shell script on the PATH. */
    Path script(String name, String... lines) {
        return script(bin().resolve(name), lines);
    }

    static Path script(Path file, String... lines) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
            return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A browser that tells its version and does what the lines say when it is started. */
    Path browser(String name, String version, String... lines) {
        String all = "if [ \"$1\" = --version ]; then echo '" + version + "'; exit; fi\n" + String.join("\n", lines);
        return script(name, all);
    }

    LaunchRequest request(int port) {
        return request(port, Optional.empty(), "");
    }

    LaunchRequest request(int port, Optional<Path> executable, String preferred) {
        return new LaunchRequest(port, executable, preferred, Optional.empty(), false, false, false, home());
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
