package io.browseragent.proxy.ownership;

import io.browseragent.core.model.TargetId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The broker's own session of each owned page. Confined to the state loop. */
final class OwnSessions {

    private final Map<TargetId, String> sessions = new HashMap<>();
    private final Map<String, TargetId> pages = new HashMap<>();

    void put(TargetId page, String session) {
        forget(page);
        sessions.put(page, session);
        pages.put(session, page);
    }

    Optional<String> of(TargetId page) {
        return Optional.ofNullable(sessions.get(page));
    }

    Optional<TargetId> page(String session) {
        return Optional.ofNullable(pages.get(session));
    }

    void forget(TargetId page) {
        String session = sessions.remove(page);
        if (session != null) {
            pages.remove(session);
        }
    }

    /** They went with the connection. */
    void forgetAll() {
        sessions.clear();
        pages.clear();
    }
}
