package io.browseragent.proxy.launch;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * What {@code up} asks of the launcher.
 *
 * @param port the debug port the browser must answer on
 * @param executable the browser to run, when a path was given
 * @param preferred the browser to run by its name ({@code BROWSER_APP}), such as "Google Chrome"; empty for whichever
 *     is installed
 * @param profile the profile folder to use exactly as given; empty for the browser's own
 * @param headless whether a browser without windows was asked for
 * @param restart whether a browser running without the debug port may be closed and brought back with it
 * @param attachOnly whether only a browser that already answers is wanted; nothing is ever started then
 * @param home our own folder ({@code BROKER_HOME}), for the browser's log and for profiles of its own
 */
public record LaunchRequest(
        int port,
        Optional<Path> executable,
        String preferred,
        Optional<Path> profile,
        boolean headless,
        boolean restart,
        boolean attachOnly,
        Path home) {

    public LaunchRequest {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port is " + port);
        }
        Objects.requireNonNull(executable, "executable is null");
        Objects.requireNonNull(preferred, "preferred is null");
        profile = profile.map(folder -> folder.toAbsolutePath().normalize());
        home = home.toAbsolutePath().normalize();
    }
}
