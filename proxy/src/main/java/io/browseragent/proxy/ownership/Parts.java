package io.browseragent.proxy.ownership;

import io.browseragent.core.bus.BrokerBus;
import io.browseragent.proxy.browser.BrowserTabs;
import io.browseragent.proxy.loop.StateLoop;
import java.time.Clock;

/** What {@link TargetRegistry} and {@link TargetEvents} both work with, joined. Confined to the state loop. */
final class Parts {

    final BrowserTabs tabs;
    final Claims claims;
    final KnownTargets known = new KnownTargets();
    final Audience audience = new Audience();
    final OwnSessions sessions = new OwnSessions();
    final PageEvents pageEvents = new PageEvents(sessions);
    final News news;
    final TabJoins joins;
    final HiddenTabs hidden;
    final ForbiddenPlaces forbidden;
    final Arrivals arrivals;
    final Openings openings;

    Parts(StateLoop loop, BrowserTabs tabs, BrokerBus bus, Clock clock, Boundaries boundaries, TabJournal journal) {
        this.tabs = tabs;
        this.claims = new Claims(loop, bus, clock, journal);
        this.news = new News(known, claims, audience);
        this.joins = new TabJoins(tabs);
        this.hidden = new HiddenTabs(loop, tabs, sessions);
        this.forbidden = new ForbiddenPlaces(tabs, boundaries);
        this.arrivals = new Arrivals(tabs, known, claims, audience, news, joins, sessions, forbidden);
        this.openings = new Openings(tabs, forbidden, joins, claims, arrivals);
    }
}
