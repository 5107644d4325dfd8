package io.browseragent.proxy.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.browser.BrowserTabs;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Finds out which page a tab shows. Nothing in a target's description tells; but a session of the tab that auto-attaches
 * its page does, and the page's session is the broker's own from then on. Confined to the state loop.
 */
final class TabJoins {

    private final BrowserTabs browser;
    /** Sessions of tabs, with the tab. */
    private final Map<String, TargetId> tabSessions = new HashMap<>();
    /** Pages that the tabs' sessions have named. */
    private final Map<TargetId, Joined> joined = new HashMap<>();

    /** @param session the broker's own, of the page */
    record Joined(TargetId tab, TargetId page, String session) {}

    TabJoins(BrowserTabs browser) {
        this.browser = browser;
    }

    Future<Joined> join(TargetId tab) {
        return browser.attach(tab)
                .compose(session -> {
                    tabSessions.put(session, tab);
                    return browser.attachPage(session);
                })
                .compose(attached -> {
                    Joined pair = joined.get(tab);
                    return pair == null
                            ? Future.failedFuture("tab " + tab + " has no page")
                            : Future.succeededFuture(pair);
                });
    }

    /** A {@code Target.attachedToTarget} of the control connection; the pair where it joins one. */
    Optional<Joined> attached(JsonNode event) {
        TargetId tab = tabSessions.get(event.path("sessionId").asText());
        JsonNode info = event.path("params").path("targetInfo");
        if (tab == null || !info.path("type").asText().equals("page")) {
            return Optional.empty();
        }
        Joined pair = new Joined(
                tab,
                new TargetId(info.path("targetId").asText()),
                event.path("params").path("sessionId").asText());
        joined.put(tab, pair);
        return Optional.of(pair);
    }

    /** Leaves a tab that turned out to be somebody else's, and its page with it. */
    void part(TargetId tab) {
        tabSessions.forEach((session, attached) -> {
            if (attached.equals(tab)) {
                browser.detach(session);
            }
        });
        forget(tab);
    }

    void forget(TargetId tab) {
        joined.remove(tab);
        tabSessions.values().removeIf(tab::equals);
    }

    void forgetAll() {
        joined.clear();
        tabSessions.clear();
    }
}
