package io.browseragent.proxy.ownership;

import io.browseragent.core.bus.BrokerBus;
import io.browseragent.core.model.Owner;
import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.browser.BrowserTabs;
import io.browseragent.proxy.browser.LinkListener;
import io.browseragent.proxy.loop.StateLoop;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Knows every target of the browser and who owns which tab. Fed by the control connection; tabs belong to those for
 * whom they are opened, popups to their opener's owner, and what nobody owns is the human's and is never touched.
 *
 * <p>State is confined to the state loop; {@link #owned()} is a snapshot for everybody else. Methods may be called
 * from any thread.
 */
public final class TargetRegistry {

    private static final Logger LOG = Logger.getLogger(TargetRegistry.class);

    private static final Duration REAP_EVERY = Duration.ofSeconds(5);
    private static final Duration ABANDONED_AFTER = Duration.ofSeconds(60);
    private static final String BLANK = "about:blank";

    private final StateLoop loop;
    private final BrowserTabs tabs;
    private final TabJournal journal;
    private final Claims claims;
    private final Audience audience;
    private final News news;
    private final Parts parts;
    private final TargetEvents events;

    public TargetRegistry(
            StateLoop loop, BrowserTabs tabs, BrokerBus bus, Clock clock, Boundaries boundaries, TabJournal journal) {
        this.loop = loop;
        this.tabs = tabs;
        this.journal = journal;
        this.parts = new Parts(loop, tabs, bus, clock, boundaries, journal);
        this.claims = parts.claims;
        this.audience = parts.audience;
        this.news = parts.news;
        this.events = new TargetEvents(parts);
    }

    /** What hears the control connection, and feeds this. */
    public LinkListener events() {
        return events;
    }

    /** Begins to close what is abandoned; completes when it is known what a crash has left behind. */
    public Future<Void> start() {
        loop.every(REAP_EVERY, this::reap);
        return loop.start(() -> journal.leftovers().onSuccess(events::leftovers).mapEmpty());
    }

    public OwnedTabs owned() {
        return claims.snapshot();
    }

    /** Id of the context in which the human's tabs are; none before a browser was connected. */
    public Optional<String> defaultContext() {
        return events.defaultContext();
    }

    /** Looks a page or tab up after everything that was asked before this call. */
    public Future<Optional<OwnedTab>> lookUp(TargetId target) {
        return loop.ask(() -> claims.find(target));
    }

    /** Tells what the owner has, and what becomes of it until {@link #leave}. */
    public Future<Void> join(Owner owner, OwnerListener listener) {
        return loop.ask(() -> {
            audience.join(owner, listener);
            claims.of(owner).forEach(tab -> news.targetsOf(tab).forEach(listener::appeared));
            return null;
        });
    }

    public void leave(Owner owner, OwnerListener listener) {
        loop.run(() -> audience.leave(owner, listener));
    }

    /**
     * Opens a tab in the background. It is claimed and awake, and the owner's listeners were told, when this completes;
     * an owner who is gone by then gets none.
     *
     * @param identity of whoever asks; further sockets must have the same
     * @param context virtual one that the tab belongs to
     */
    public Future<OwnedTab> open(String url, Owner owner, Optional<String> identity, Optional<String> context) {
        return loop.start(() -> parts.openings.open(url, new Claims.Claim(owner, identity, context)));
    }

    /** Loads the first document of a page that was held back. */
    public Future<Void> navigate(TargetId page, String url) {
        return loop.ask(() -> {
            parts.sessions.of(page).ifPresent(session -> tabs.navigate(session, url));
            return null;
        });
    }

    /**
     * Makes sure that the owner has a tab: what the same identity opened over HTTP and nobody has taken up, else a new
     * one. Only one, however often this is asked meanwhile.
     */
    public Future<Void> firstTab(Owner owner, Optional<String> identity) {
        return loop.start(() -> {
            if (!claims.of(owner).isEmpty()) {
                return Future.succeededFuture();
            }
            List<OwnedTab> waiting = claims.waitingFor(identity);
            if (owner.kind() == Owner.Kind.WS && !waiting.isEmpty()) {
                waiting.forEach(tab -> takeUp(tab, owner));
                return Future.succeededFuture();
            }
            return parts.openings.first(
                    owner, () -> parts.openings.open(BLANK, new Claims.Claim(owner, identity, Optional.empty())));
        });
    }

    /** Lets the owner use a tab that the same identity opened over HTTP; false where he may not. */
    public Future<Boolean> adopt(TargetId target, Owner owner, Optional<String> identity) {
        return loop.ask(() -> {
            Optional<OwnedTab> tab = claims.find(target)
                    .filter(found -> found.owner().equals(owner)
                            || found.owner().kind() == Owner.Kind.POOL && found.mayBeUsedBy(identity));
            tab.filter(found -> !found.owner().equals(owner)).ifPresent(found -> takeUp(found, owner));
            return tab.isPresent();
        });
    }

    private void takeUp(OwnedTab tab, Owner guest) {
        if (audience.invite(tab.id(), guest)) {
            claims.countSocket(tab.id(), 1);
            news.targetsOf(tab).forEach(target -> audience.tell(guest, listener -> listener.appeared(target)));
        }
    }

    /** Brings titles and addresses up to date, as far as the browser tells them soon. */
    public Future<Void> refresh(Owner owner) {
        return loop.start(() -> Future.join(claims.of(owner).stream()
                        .map(tab -> tabs.info(tab.id()).map(TargetInfo::of).onSuccess(this::refreshed))
                        .toList())
                .<Void>mapEmpty()
                .otherwiseEmpty());
    }

    /** What every attachment changes is not news. */
    private void refreshed(TargetInfo info) {
        boolean same = parts.known
                .find(info.id())
                .filter(before ->
                        before.url().equals(info.url()) && before.title().equals(info.title()))
                .isPresent();
        if (!same) {
            events.changed(info);
        }
    }

    /** The owner's tabs; one is made if it has none. */
    public Future<List<OwnedTab>> atLeastOne(Owner owner, Optional<String> identity) {
        return firstTab(owner, identity)
                .compose(there -> refresh(owner))
                .compose(fresh -> loop.ask(() -> claims.of(owner)));
    }

    /** A tab is about to be photographed; it is drawn for a while, also where it is hidden. */
    public void draw(TargetId page) {
        loop.run(() -> parts.hidden.draw(page));
    }

    /** Closes an owned tab. */
    public Future<Void> close(TargetId target) {
        return tabs.close(target)
                .onSuccess(wasThere -> {
                    if (!wasThere) {
                        // Its end was never announced, or before it was claimed.
                        loop.run(() -> claims.find(target).ifPresent(tab -> events.gone(tab.id())));
                    }
                })
                .mapEmpty();
    }

    /** Closes the tabs of a virtual context. */
    public Future<Void> closeContext(Owner owner, String context) {
        return loop.start(() -> Future.join(claims.of(owner).stream()
                        .filter(tab -> tab.context().filter(context::equals).isPresent())
                        .map(tab -> close(tab.id()))
                        .toList())
                .<Void>mapEmpty()
                .otherwiseEmpty());
    }

    /** The owner is gone: everything of his is closed, and what he had taken up is left to whoever else uses it. */
    public void release(Owner owner) {
        loop.run(() -> {
            audience.dismiss(owner).forEach(page -> claims.countSocket(page, -1));
            claims.release(owner).forEach(this::closeQuietly);
        });
    }

    /** Closes every owned tab; completes when the browser has been told, or cannot be. */
    public Future<Void> closeAll() {
        return loop.start(() -> Future.join(
                        owned().all().stream().map(tab -> close(tab.id())).toList())
                .<Void>mapEmpty()
                .otherwiseEmpty());
    }

    public void socketOpened(TargetId page) {
        loop.run(() -> claims.countSocket(page, 1));
    }

    public void socketClosed(TargetId page) {
        loop.run(() -> claims.countSocket(page, -1));
    }

    private void reap() {
        claims.abandoned(ABANDONED_AFTER).forEach(this::closeQuietly);
    }

    private void closeQuietly(OwnedTab tab) {
        close(tab.id()).onFailure(error -> LOG.debugf("tab %s is not closed: %s", tab.id(), error.getMessage()));
    }
}
