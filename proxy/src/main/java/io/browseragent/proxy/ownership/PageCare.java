package io.browseragent.proxy.ownership;

import io.browseragent.core.model.TargetId;

/** What the broker's own session does for each owned page. Confined to the state loop. */
record PageCare(HiddenTabs hidden, ForbiddenPlaces forbidden) {

    /** @param session of the broker's own, of the page */
    void begin(TargetId page, String session) {
        hidden.awake(page, session);
        forbidden.watch(session);
    }
}
