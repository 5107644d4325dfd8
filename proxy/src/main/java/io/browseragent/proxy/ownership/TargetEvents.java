package io.browseragent.proxy.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.browser.BrowserTabs;
import io.browseragent.proxy.browser.LinkListener;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;

/** Hears of the browser's targets, and tells those who own them. Confined to the state loop. */
final class TargetEvents implements LinkListener {

    private static final Logger LOG = Logger.getLogger(TargetEvents.class);

    private final BrowserTabs tabs;
    private final Claims claims;
    private final KnownTargets known;
    private final Audience audience;
    private final News news;
    private final TabJoins joins;
    private final HiddenTabs hidden;
    private final OwnSessions sessions;
    private final PageEvents pageEvents;
    private final ForbiddenPlaces forbidden;
    private final Arrivals arrivals;
    private final Openings openings;
    /** Tabs whose page is gone, with it. */
    private final Map<TargetId, OwnedTab> closingTabs = new LinkedHashMap<>();
    /** What a crash left behind, until it was closed. */
    private Set<TargetId> leftovers = Set.of();

    private volatile Optional<String> defaultContext = Optional.empty();

    TargetEvents(Parts parts) {
        this.tabs = parts.tabs;
        this.claims = parts.claims;
        this.known = parts.known;
        this.audience = parts.audience;
        this.news = parts.news;
        this.joins = parts.joins;
        this.hidden = parts.hidden;
        this.sessions = parts.sessions;
        this.pageEvents = parts.pageEvents;
        this.forbidden = parts.forbidden;
        this.arrivals = parts.arrivals;
        this.openings = parts.openings;
    }

    /** @param found tabs that the run before this one left open */
    void leftovers(Set<TargetId> found) {
        leftovers = found;
    }

    /** From any thread. */
    Optional<String> defaultContext() {
        return defaultContext;
    }

    @Override
    public void connected(boolean sameBrowser) {
        known.clear(sameBrowser);
        joins.forgetAll();
        hidden.forgetAll();
        sessions.forgetAll();
        forbidden.forgetAll();
        closingTabs.clear();
        if (!sameBrowser) {
            claims.snapshot().all().forEach(tab -> gone(tab.id()));
        }
    }

    @Override
    public void discovered() {
        tabs.defaultContext().onSuccess(id -> defaultContext = Optional.of(id).filter(text -> !text.isEmpty()));
        if (!claims.snapshot().all().isEmpty()) {
            forbidden.guard();
        }
        for (OwnedTab tab : claims.snapshot().all()) {
            if (known.find(tab.id()).isEmpty()) {
                gone(tab.id());
            } else {
                arrivals.rejoin(tab);
            }
        }
        leftovers.stream()
                .filter(id -> known.find(id).isPresent() && claims.find(id).isEmpty())
                .peek(id -> LOG.infof("tab %s was left behind by a crash; it is closed", id))
                .forEach(tabs::close);
        leftovers = Set.of();
        claims.note();
    }

    @Override
    public void event(JsonNode event) {
        JsonNode params = event.path("params");
        switch (event.path("method").asText()) {
            case "Target.targetCreated" -> created(TargetInfo.of(params.path("targetInfo")));
            case "Target.targetInfoChanged" -> changed(TargetInfo.of(params.path("targetInfo")));
            case "Target.targetDestroyed" ->
                gone(new TargetId(params.path("targetId").asText()));
            case "Target.targetCrashed" -> crashed(params);
            case "Target.attachedToTarget" -> joins.attached(event).ifPresent(arrivals::shown);
            case "Fetch.requestPaused" -> requestPaused(event);
            default -> pageEvents.event(event);
        }
    }

    private void requestPaused(JsonNode event) {
        TargetId frame = new TargetId(event.path("params").path("frameId").asText());
        // A tab that is being opened is nobody's yet.
        openings.settled().onComplete(settled -> forbidden.requestPaused(event, news.sender(frame)));
    }

    private void created(TargetInfo info) {
        Optional<TargetId> tab = known.lastTab();
        if (claims.find(info.id()).isPresent()) {
            // Announced anew after the connection was lost.
            changed(info);
            return;
        }
        known.put(info);
        if (info.isPage()) {
            noteOrigin(info);
            info.opener().flatMap(claims::find).ifPresent(opener -> arrivals.popup(info, tab, opener));
        } else {
            news.pageOf(info).ifPresent(page -> {
                news.appeared(page, info);
                expelIfForbidden(page, info);
            });
        }
    }

    private void noteOrigin(TargetInfo page) {
        if (claims.find(page.id()).isEmpty()) {
            known.noteOrigin(page, !claims.snapshot().all().isEmpty() || !openings.isIdle());
        }
    }

    void changed(TargetInfo info) {
        if (known.find(info.id())
                .filter(before -> !before.type().equals(info.type()))
                .isPresent()) {
            // A page that is being closed is called "other" for a moment.
            return;
        }
        known.put(info);
        if (info.isPage() && info.isBrowsersOwn()) {
            noteOrigin(info);
        }
        claims.find(info.id()).filter(tab -> tab.id().equals(info.id())).ifPresent(tab -> claims.put(tab.with(info)));
        news.pageOf(info).ifPresent(page -> {
            news.changed(page, info);
            expelIfForbidden(page, info);
        });
    }

    private void expelIfForbidden(OwnedTab page, TargetInfo shown) {
        String url = shown.url();
        boolean itself = shown.isPage() || shown.isTab();
        if (itself ? forbidden.isForbidden(page.id(), url) : forbidden.isForbiddenFrame(page.id(), url)) {
            LOG.warnf("tab %s of %s went to %s, where agents may not; it is closed", page.id(), page.owner(), url);
            news.expelled(page, url);
            tabs.close(page.id())
                    .onFailure(error -> LOG.debugf("tab %s is not closed: %s", page.id(), error.getMessage()));
        }
    }

    private void crashed(JsonNode params) {
        TargetId id = new TargetId(params.path("targetId").asText());
        String status = params.path("status").asText();
        int errorCode = params.path("errorCode").asInt();
        known.find(id).flatMap(news::pageOf).ifPresent(page -> news.crashed(page, id, status, errorCode));
    }

    void gone(TargetId id) {
        Optional<OwnedTab> owner = known.find(id)
                .flatMap(news::pageOf)
                .or(() -> claims.find(id))
                .or(() -> Optional.ofNullable(closingTabs.get(id)));
        known.remove(id);
        joins.forget(id);
        owner.ifPresent(page -> {
            news.gone(page, id);
            if (page.id().equals(id)) {
                pageGone(page);
            } else if (closingTabs.remove(id) != null) {
                audience.forget(page.id());
            }
        });
    }

    /** Chrome ends a page before its tab, but not where it went down as a whole. */
    private void pageGone(OwnedTab page) {
        hidden.forget(page.id());
        sessions.forget(page.id());
        forbidden.forget(page.id());
        claims.remove(page.id());
        Optional<TargetId> tab = page.tabId();
        if (tab.flatMap(known::find).isPresent()) {
            closingTabs.put(tab.get(), page);
        } else {
            tab.ifPresent(above -> news.gone(page, above));
            audience.forget(page.id());
        }
    }
}
