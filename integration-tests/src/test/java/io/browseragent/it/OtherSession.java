package io.browseragent.it;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process in an OS session of its own through which connections go: to the other end they come from there, not from
 * the tests. Killed, it takes its connections along as any client does.
 */
final class OtherSession implements AutoCloseable {
    private static final Pattern PORT = Pattern.compile("(?m)^listening (\\d+)$");

    private final OwnProcess process;
    private final int port;

    private OtherSession(OwnProcess process) {
        this.process = process;
        process.awaitOutput(
                "its port", Duration.ofSeconds(20), text -> PORT.matcher(text).find());
        Matcher matcher = PORT.matcher(process.output());
        this.port = matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    static OtherSession to(int port) {
        String script = Repository.ROOT
                .resolve("integration-tests/clients/other-session.mjs")
                .toString();
        return new OtherSession(
                OwnProcess.start("other-session", List.of("node", script, Integer.toString(port)), Map.of()));
    }

    /** Dial this instead. */
    int port() {
        return port;
    }

    /** As {@code kill -9} does. */
    void kill() {
        process.close();
    }

    @Override
    public void close() {
        process.close();
    }
}
