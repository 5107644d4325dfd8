package io.browseragent.proxy.ownership;

import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.browser.BrowserTabs;
import io.browseragent.proxy.loop.StateLoop;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;

/** Makes owned tabs work behind the tab in front. Confined to the state loop. */
final class HiddenTabs {

    private static final Logger LOG = Logger.getLogger(HiddenTabs.class);

    /** Drawing goes on this long after the last screenshot was asked for. */
    private static final Duration DRAW = Duration.ofSeconds(5);

    private final StateLoop loop;
    private final BrowserTabs browser;
    private final Map<TargetId, String> sessions = new HashMap<>();
    private final Map<TargetId, Long> drawing = new HashMap<>();

    HiddenTabs(StateLoop loop, BrowserTabs browser) {
        this.loop = loop;
        this.browser = browser;
    }

    /** @param session of the broker's own, of the page; it is awake, or will be */
    void known(TargetId page, String session) {
        sessions.put(page, session);
    }

    Optional<String> session(TargetId page) {
        return Optional.ofNullable(sessions.get(page));
    }

    /** A screenshot of the tab was asked for. */
    void draw(TargetId tab) {
        String session = sessions.get(tab);
        if (session != null) {
            draw(tab, session);
            return;
        }
        browser.attach(tab)
                .onSuccess(attached -> {
                    sessions.put(tab, attached);
                    draw(tab, attached);
                })
                .onFailure(error -> LOG.debugf("tab %s is not drawn: %s", tab, error.getMessage()));
    }

    private void draw(TargetId tab, String session) {
        Long running = drawing.get(tab);
        if (running == null) {
            browser.draw(session);
        } else {
            loop.vertx().cancelTimer(running);
        }
        drawing.put(tab, loop.vertx().setTimer(DRAW.toMillis(), fired -> {
            drawing.remove(tab);
            browser.stopDrawing(session);
        }));
    }

    /** All sessions are gone with the connection. */
    void forgetAll() {
        sessions.keySet().stream().toList().forEach(this::forget);
    }

    void forget(TargetId tab) {
        sessions.remove(tab);
        Long running = drawing.remove(tab);
        if (running != null) {
            loop.vertx().cancelTimer(running);
        }
    }
}
