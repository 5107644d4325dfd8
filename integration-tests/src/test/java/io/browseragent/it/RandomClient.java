package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** A client that does what it is told with what it has; with nothing at hand it does nothing. */
final class RandomClient {
    private final CdpClient connection;
    private final String url;
    private final List<String> tabs = new ArrayList<>();
    private final List<String> sessions = new ArrayList<>();

    RandomClient(CdpClient connection, String url) {
        this.connection = connection;
        this.url = url;
    }

    CdpClient connection() {
        return connection;
    }

    /** Those it has created. */
    List<String> tabs() {
        return tabs;
    }

    void create() {
        tabs.add(connection.create(url));
    }

    void attach(int which) {
        if (!tabs.isEmpty()) {
            sessions.add(connection.attach(tabs.get(which % tabs.size())));
        }
    }

    void detach(int which) {
        if (!sessions.isEmpty()) {
            String session = sessions.remove(which % sessions.size());
            // It may have ended with its tab.
            connection
                    .socket()
                    .awaitReply(
                            connection.socket().send(null, "Target.detachFromTarget", "sessionId", session), "detach");
        }
    }

    void close(int which) {
        if (!tabs.isEmpty()) {
            connection.close(tabs.remove(which % tabs.size()));
        }
    }

    void popup(int which) {
        if (!sessions.isEmpty()) {
            String session = sessions.get(which % sessions.size());
            connection
                    .socket()
                    .send(session, "Runtime.evaluate", "expression", "void open('/blank')", "userGesture", true);
        }
    }

    /** Tries what is not its own. */
    void grab(List<String> others, int which) {
        String target = others.get(which % others.size());
        for (String method : List.of("Target.attachToTarget", "Target.closeTarget", "Target.getTargetInfo")) {
            JsonNode reply = connection
                    .socket()
                    .awaitReply(connection.socket().send(null, method, "targetId", target, "flatten", true), method);
            assertThat(reply.at("/error/message").asText())
                    .as("%s of another's tab: %s", method, reply)
                    .isEqualTo("No target with given id found");
        }
    }
}
