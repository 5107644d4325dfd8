package io.browseragent.proxy.launch;

import java.nio.file.Path;

/** What came of a {@link LaunchRequest}. The launcher has already said all of it to the human. */
public sealed interface Launch {

    /**
     * A browser answers on the port already and is used as it is.
     *
     * @param host the loopback address it answers on, {@code 127.0.0.1} or {@code ::1}
     * @param product name and version as the browser gives them, such as {@code Chrome/156.0.8078.114}
     * @param userAgent its user agent; contains {@code HeadlessChrome} when it has no windows
     */
    record AlreadyAnswering(String host, String product, String userAgent) implements Launch {}

    /**
     * We started it and it answers.
     *
     * @param version empty when the browser does not tell
     * @param pid of the browser's main process, not of a wrapper script
     */
    record Started(String name, String version, Path executable, Path profile, long pid, boolean headless)
            implements Launch {}

    /** The human's browser runs on this profile without our port; it was left alone. */
    record RunningWithoutPort(String name, long pid, Path profile) implements Launch {}

    /**
     * No browser is installed.
     *
     * @param command what to type to get one
     */
    record NotFound(String command) implements Launch {}

    /** Nothing answers, and starting a browser was forbidden. */
    record AttachOnly() implements Launch {}

    /** It did not work; the reason and the next step, one line each (the reason may end with lines of the log). */
    record Failed(String reason, String advice) implements Launch {}

    /**
     * Something that is no browser listens on the port.
     *
     * @param by what it is, as far as it tells
     */
    record PortTaken(int port, String by) implements Launch {}
}
