package io.browseragent.proxy.ownership;

import io.browseragent.core.model.Owner;
import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.browser.BrowserTabs;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Opens tabs behind the human's: where they may not go is guarded before one is there, and what is there is noted on
 * disk before its owner is told. Confined to the state loop.
 */
final class Openings {

    private final BrowserTabs tabs;
    private final ForbiddenPlaces forbidden;
    private final TabJoins joins;
    private final Claims claims;
    private final Arrivals arrivals;
    private final Set<Future<?>> underWay = new HashSet<>();
    private final Map<Owner, Future<Void>> firstTabs = new LinkedHashMap<>();

    Openings(BrowserTabs tabs, ForbiddenPlaces forbidden, TabJoins joins, Claims claims, Arrivals arrivals) {
        this.tabs = tabs;
        this.forbidden = forbidden;
        this.joins = joins;
        this.claims = claims;
        this.arrivals = arrivals;
    }

    Future<OwnedTab> open(String url, Claims.Claim claim) {
        Future<OwnedTab> opened = forbidden
                .guard()
                .compose(guarded -> tabs.openInBackground(url))
                .compose(tab -> settle(tab, claim, url));
        underWay.add(opened);
        return opened.onComplete(done -> underWay.remove(opened));
    }

    private Future<OwnedTab> settle(TargetId tab, Claims.Claim claim, String url) {
        Future<Void> noted = claims.opened(tab);
        return joins.join(tab)
                .onSuccess(pair -> tabs.watch(pair.session()))
                .compose(pair -> tabs.keepAwake(pair.session()).map(pair))
                .compose(pair -> noted.map(pair))
                .map(pair -> arrivals.opened(pair, claim, url))
                .onFailure(error -> tabs.close(tab))
                .onComplete(done -> claims.settled(tab));
    }

    /** An owner who has no tab yet gets one; only one, however often this is asked meanwhile. */
    Future<Void> first(Owner owner, Supplier<Future<OwnedTab>> opening) {
        return firstTabs.computeIfAbsent(
                owner,
                key -> opening.get().onComplete(done -> firstTabs.remove(key)).mapEmpty());
    }

    /** Completes when it is known whose all tabs are that are being opened now. */
    Future<?> settled() {
        return Future.join(List.copyOf(underWay));
    }

    boolean isIdle() {
        return underWay.isEmpty();
    }
}
