package io.browseragent.proxy.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.browseragent.core.cdp.CdpJson;
import io.browseragent.core.model.TargetId;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The sessions of one client, each with the page that it is attached to. Confined to the client's event loop. */
final class ClientSessions {

    private static final String ATTACHED = "Target.attachedToTarget";
    private static final String DETACHED = "Target.detachedFromTarget";

    private final Optional<TargetId> own;
    private final Map<String, TargetId> pages = new HashMap<>();

    private ClientSessions(Optional<TargetId> own) {
        this.own = own;
    }

    static ClientSessions ofBrowser() {
        return new ClientSessions(Optional.empty());
    }

    static ClientSessions ofPage(TargetId page) {
        return new ClientSessions(Optional.of(page));
    }

    /** Whether an event of this method must be shown to {@link #observe}. */
    static boolean concerns(String method) {
        return method.equals(ATTACHED) || method.equals(DETACHED);
    }

    void observe(byte[] event) {
        try {
            JsonNode message = CdpJson.MAPPER.readTree(event);
            JsonNode params = message.path("params");
            String session = params.path("sessionId").asText();
            if (message.path("method").asText().equals(DETACHED)) {
                pages.remove(session);
            } else if (params.path("targetInfo").path("type").asText().equals("page")) {
                pages.put(
                        session,
                        new TargetId(params.path("targetInfo").path("targetId").asText()));
            }
        } catch (IOException e) {
            throw new IllegalStateException("the browser's event is no JSON", e);
        }
    }

    /** The page of a session; the connection's own one where no session is named. */
    Optional<TargetId> page(Optional<String> sessionId) {
        return sessionId.isEmpty() ? own : sessionId.map(pages::get);
    }
}
