package io.browseragent.proxy.ownership;

import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.browser.BrowserTabs;
import io.browseragent.proxy.loop.StateLoop;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
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
    private final OwnSessions sessions;
    private final Map<TargetId, Long> drawing = new HashMap<>();

    HiddenTabs(StateLoop loop, BrowserTabs browser, OwnSessions sessions) {
        this.loop = loop;
        this.browser = browser;
        this.sessions = sessions;
    }

    /** A screenshot of the tab was asked for. */
    void draw(TargetId tab) {
        Optional<String> session = sessions.of(tab);
        if (session.isPresent()) {
            draw(tab, session.get());
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
        List.copyOf(drawing.keySet()).forEach(this::forget);
    }

    void forget(TargetId tab) {
        Long running = drawing.remove(tab);
        if (running != null) {
            loop.vertx().cancelTimer(running);
        }
    }
}
