package io.browseragent.proxy.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import io.browseragent.core.model.TargetId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Brings what the broker's own sessions of owned pages tell to those who asked for it. Confined to the state loop. */
final class PageEvents {

    private final OwnSessions sessions;
    private final Map<String, List<BiConsumer<TargetId, JsonNode>>> handlers = new HashMap<>();

    PageEvents(OwnSessions sessions) {
        this.sessions = sessions;
    }

    /**
     * @param method of the event, such as {@code Page.windowOpen}
     * @param handler gets the owned page and the event's parameters
     */
    void on(String method, BiConsumer<TargetId, JsonNode> handler) {
        handlers.computeIfAbsent(method, key -> new ArrayList<>()).add(handler);
    }

    /** An event of the control connection, of whichever session. */
    void event(JsonNode event) {
        List<BiConsumer<TargetId, JsonNode>> wanted =
                handlers.get(event.path("method").asText());
        if (wanted != null) {
            sessions.page(event.path("sessionId").asText())
                    .ifPresent(page -> wanted.forEach(handler -> handler.accept(page, event.path("params"))));
        }
    }
}
