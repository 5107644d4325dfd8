package io.browseragent.proxy.ownership;

import io.browseragent.core.bus.BrokerBus;
import io.browseragent.core.bus.BrokerEvent;
import io.browseragent.core.bus.Topics;
import io.browseragent.core.model.Owner;
import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.loop.StateLoop;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Who owns which page. Confined to the state loop; the snapshot is for everybody. */
final class Claims {

    private final StateLoop loop;
    private final BrokerBus bus;
    private final Clock clock;
    private final TabJournal journal;
    private final Map<TargetId, OwnedTab> pages = new LinkedHashMap<>();
    private final Map<TargetId, TargetId> pageOfTab = new LinkedHashMap<>();
    /** Tabs that are there and nobody's yet, by the id of the tab. */
    private final Set<TargetId> unclaimed = new LinkedHashSet<>();
    /** Owners that are gone while the browser could not be told yet. */
    private final Set<Owner> released = new HashSet<>();

    private volatile OwnedTabs snapshot = OwnedTabs.NONE;

    /**
     * Whose a tab is.
     *
     * @param identity of the client that opened it; none where the operating system did not tell
     * @param context virtual one that it was opened in
     */
    record Claim(Owner owner, Optional<String> identity, Optional<String> context) {}

    Claims(StateLoop loop, BrokerBus bus, Clock clock, TabJournal journal) {
        this.loop = loop;
        this.bus = bus;
        this.clock = clock;
        this.journal = journal;
    }

    OwnedTabs snapshot() {
        return snapshot;
    }

    /** By the id of a page or of the tab that shows it. */
    Optional<OwnedTab> find(TargetId target) {
        return Optional.ofNullable(pages.get(pageOfTab.getOrDefault(target, target)));
    }

    List<OwnedTab> of(Owner owner) {
        return snapshot.of(owner);
    }

    /** Made over HTTP by this identity, and used by nobody. */
    List<OwnedTab> waitingFor(Optional<String> identity) {
        return pages.values().stream()
                .filter(tab -> tab.owner().kind() == Owner.Kind.POOL && tab.sockets() == 0)
                .filter(tab -> identity.isPresent() && tab.identity().equals(identity))
                .toList();
    }

    OwnedTab put(TargetInfo info, Optional<TargetId> tabId, Claim claim) {
        Instant now = clock.instant();
        OwnedTab tab = new OwnedTab(info, tabId, claim.owner(), claim.identity(), claim.context(), now, 0, now);
        put(tab);
        bus.publish(Topics.TAB_OPENED, stamp -> new BrokerEvent.TabOpened(stamp, info.id(), claim.owner()));
        note();
        return tab;
    }

    void put(OwnedTab tab) {
        loop.check();
        pages.put(tab.id(), tab);
        tab.tabId().ifPresent(id -> pageOfTab.put(id, tab.id()));
        snapshot = new OwnedTabs(pages);
    }

    void remove(TargetId page) {
        OwnedTab tab = pages.remove(page);
        if (tab != null) {
            tab.tabId().ifPresent(id -> pageOfTab.remove(id, page));
            snapshot = new OwnedTabs(pages);
            bus.publish(
                    Topics.TAB_CLOSED,
                    stamp -> new BrokerEvent.TabClosed(
                            stamp, page, tab.owner(), tab.info().url()));
            note();
        }
    }

    /** A tab was opened for somebody; completes when the disk says so, before anybody else is told. */
    Future<Void> opened(TargetId tab) {
        unclaimed.add(tab);
        return note();
    }

    /** It was claimed, or was closed again. */
    void settled(TargetId tab) {
        unclaimed.remove(tab);
        note();
    }

    /** Has the disk say what is owned now. */
    Future<Void> note() {
        Set<TargetId> owned = new LinkedHashSet<>(unclaimed);
        owned.addAll(pages.keySet());
        return journal.keep(owned);
    }

    void countSocket(TargetId page, int change) {
        find(page).ifPresent(tab -> put(tab.withSockets(tab.sockets() + change, clock.instant())));
    }

    /** The owner's tabs, which are to be closed until they are. */
    List<OwnedTab> release(Owner owner) {
        List<OwnedTab> left = of(owner);
        if (!left.isEmpty()) {
            released.add(owner);
        }
        return left;
    }

    List<OwnedTab> abandoned(Duration limit) {
        Instant now = clock.instant();
        released.removeIf(owner -> of(owner).isEmpty());
        return pages.values().stream()
                .filter(tab -> released.contains(tab.owner()) || tab.isAbandoned(now, limit))
                .toList();
    }
}
