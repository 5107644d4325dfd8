package io.browseragent.proxy.ownership;

import io.browseragent.core.model.Owner;
import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.browser.BrowserTabs;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;

/** Pages that come to an owner: claimed, joined with their tab, awake, and told of. Confined to the state loop. */
final class Arrivals {

    private static final Logger LOG = Logger.getLogger(Arrivals.class);

    private final BrowserTabs tabs;
    private final KnownTargets known;
    private final Claims claims;
    private final Audience audience;
    private final News news;
    private final TabJoins joins;
    private final OwnSessions sessions;
    private final ForbiddenPlaces forbidden;
    /** Those whose owner is not told yet. */
    private final Set<TargetId> popups = new HashSet<>();

    Arrivals(
            BrowserTabs tabs,
            KnownTargets known,
            Claims claims,
            Audience audience,
            News news,
            TabJoins joins,
            OwnSessions sessions,
            ForbiddenPlaces forbidden) {
        this.tabs = tabs;
        this.known = known;
        this.claims = claims;
        this.audience = audience;
        this.news = news;
        this.joins = joins;
        this.sessions = sessions;
        this.forbidden = forbidden;
    }

    /** A tab that was opened for somebody, and is awake; fails where he is gone. */
    OwnedTab opened(TabJoins.Joined pair, Claims.Claim claim, String url) {
        if (claim.owner().kind() == Owner.Kind.WS && !audience.hears(claim.owner())) {
            tabs.close(pair.tab());
            throw new IllegalStateException("its client is gone");
        }
        TargetInfo info = known.find(pair.page()).orElse(TargetInfo.unknownPage(pair.page(), url));
        OwnedTab tab = claims.put(info, Optional.of(pair.tab()), claim);
        sessions.put(pair.page(), pair.session());
        news.appeared(tab);
        return tab;
    }

    /** The sessions went with the connection before. */
    void rejoin(OwnedTab tab) {
        tab.tabId()
                .map(joins::join)
                .orElse(Future.failedFuture("no tab"))
                .map(TabJoins.Joined::session)
                .recover(error -> tabs.attach(tab.id()))
                .onSuccess(session -> {
                    awake(tab.id(), session);
                    forbidden.guard(session);
                })
                .onFailure(error -> LOG.debugf("tab %s is not kept awake: %s", tab.id(), error.getMessage()));
    }

    /** Its owner is told once it is known which tab it is in. */
    void popup(TargetInfo info, Optional<TargetId> tab, OwnedTab opener) {
        popups.add(info.id());
        claims.put(info, Optional.empty(), opener.claim());
        audience.inherit(info.id(), opener.id());
        tab.map(joins::join)
                .orElse(Future.failedFuture("no tab"))
                .compose(pair -> {
                    if (pair.page().equals(info.id())) {
                        return Future.succeededFuture(pair);
                    }
                    if (claims.find(pair.tab()).isEmpty()) {
                        joins.part(pair.tab());
                    }
                    return Future.failedFuture("the tab shows another page");
                })
                .map(pair -> {
                    claims.find(info.id()).ifPresent(page -> claims.put(page.withTab(pair.tab())));
                    return pair.session();
                })
                .recover(error -> tabs.attach(info.id()))
                .onSuccess(session -> awake(info.id(), session))
                .onFailure(error -> LOG.debugf("popup %s is not attached: %s", info.id(), error.getMessage()))
                .onComplete(attached -> {
                    popups.remove(info.id());
                    claims.find(info.id()).ifPresent(news::appeared);
                });
    }

    /** A tab's session names its page, or the one that took its place. */
    void shown(TabJoins.Joined pair) {
        claims.find(pair.page())
                .filter(page -> page.tabId().isEmpty() && !popups.contains(page.id()))
                .ifPresent(page -> late(page, pair.tab()));
        claims.find(pair.tab()).filter(tab -> !tab.id().equals(pair.page())).ifPresent(tab -> {
            OwnedTab page = claims.put(
                    known.find(pair.page()).orElse(TargetInfo.unknownPage(pair.page(), "")),
                    Optional.of(pair.tab()),
                    tab.claim());
            awake(pair.page(), pair.session());
            news.appeared(page, page.info());
        });
    }

    /** The browser took so long to say which tab a popup is in that its owner knows the popup already. */
    private void late(OwnedTab popup, TargetId tab) {
        OwnedTab whole = popup.withTab(tab);
        claims.put(whole);
        known.find(tab).ifPresent(info -> news.appeared(whole, info));
    }

    private void awake(TargetId page, String session) {
        sessions.put(page, session);
        tabs.watch(session);
        tabs.keepAwake(session);
    }
}
