package io.browseragent.proxy.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import io.browseragent.core.bus.BrokerBus;
import io.browseragent.core.bus.BrokerEvent;
import io.browseragent.core.bus.Topics;
import io.browseragent.core.model.Owner;
import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.browser.BrowserTabs;
import io.browseragent.proxy.browser.LinkListener;
import io.browseragent.proxy.loop.StateLoop;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * Knows every target of the browser and who owns which tab. Fed by the control connection; tabs are claimed by those
 * who open them, popups go to their opener's owner, and what nobody claims is the human's and is never touched.
 *
 * <p>State is confined to the state loop; {@link #owned()} is a snapshot for everybody else. Methods may be called
 * from any thread.
 */
public final class TargetRegistry implements LinkListener {

    private static final Logger LOG = Logger.getLogger(TargetRegistry.class);

    private static final Duration REAP_EVERY = Duration.ofSeconds(5);
    private static final Duration REFRESH = Duration.ofMillis(500);
    private static final Duration ABANDONED_AFTER = Duration.ofSeconds(60);

    private final StateLoop loop;
    private final BrowserTabs tabs;
    private final BrokerBus bus;
    private final Clock clock;

    private final Map<TargetId, TargetInfo> known = new LinkedHashMap<>();
    private final Map<TargetId, OwnedTab> claimed = new LinkedHashMap<>();
    private final Map<Owner, Future<OwnedTab>> firstTabs = new LinkedHashMap<>();
    /** Owners that are gone while the browser could not be told yet. */
    private final Set<Owner> released = new HashSet<>();

    private final HiddenTabs hidden;

    private volatile OwnedTabs owned = OwnedTabs.NONE;

    public TargetRegistry(StateLoop loop, BrowserTabs tabs, BrokerBus bus, Clock clock) {
        this.loop = loop;
        this.tabs = tabs;
        this.bus = bus;
        this.clock = clock;
        this.hidden = new HiddenTabs(loop, tabs);
    }

    /** Begins to close what is abandoned. */
    public void start() {
        loop.every(REAP_EVERY, this::reap);
    }

    public OwnedTabs owned() {
        return owned;
    }

    /** Looks a tab up after every claim that was made before this call. */
    public Future<Optional<OwnedTab>> lookUp(TargetId target) {
        return loop.ask(() -> Optional.ofNullable(claimed.get(target)));
    }

    /** Opens a tab in the background and claims it before anybody hears of it. */
    public Future<OwnedTab> open(String url, Owner owner) {
        return loop.start(() -> tabs.openInBackground(url).compose(id -> {
            OwnedTab tab = claimNow(id, url, owner);
            return hidden.keepAwake(id).map(tab);
        }));
    }

    /** The owner's tabs; one is made if it has none, and only one however often this is asked meanwhile. */
    public Future<List<OwnedTab>> atLeastOne(Owner owner) {
        return loop.start(() -> {
            List<OwnedTab> present = owned.of(owner);
            if (!present.isEmpty()) {
                return refresh().map(done -> owned.of(owner));
            }
            return firstTabs
                    .computeIfAbsent(owner, key -> open("about:blank", key).onComplete(done -> firstTabs.remove(key)))
                    .map(List::of);
        });
    }

    /** Brings titles up to date; does without where the browser takes long. */
    private Future<Void> refresh() {
        return tabs.targets(REFRESH)
                .onSuccess(infos -> infos.forEach(info -> {
                    TargetInfo now = TargetInfo.of(info);
                    if (claimed.containsKey(now.id())) {
                        changed(now);
                    }
                }))
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }

    /** Claims a tab that somebody has just opened over a session of his own; completes when it may be used. */
    public Future<Void> claim(TargetId target, Owner owner) {
        return loop.start(() -> {
            claimNow(target, "", owner);
            return hidden.keepAwake(target);
        });
    }

    /** A tab is about to be photographed; it is drawn for a while, also where it is hidden. */
    public void draw(TargetId tab) {
        loop.run(() -> hidden.draw(tab));
    }

    /** Closes an owned tab. */
    public Future<Void> close(TargetId target) {
        return tabs.close(target)
                .onSuccess(wasThere -> {
                    if (!wasThere) {
                        // Its end was never announced, or before it was claimed.
                        loop.run(() -> forget(target));
                    }
                })
                .mapEmpty();
    }

    /** The owner is gone: everything of his is closed. */
    public void release(Owner owner) {
        loop.run(() -> {
            List<OwnedTab> left = owned.of(owner);
            if (!left.isEmpty()) {
                released.add(owner);
                left.forEach(this::closeQuietly);
            }
        });
    }

    /** Closes every owned tab; completes when the browser has been told, or cannot be. */
    public Future<Void> closeAll() {
        return loop.start(() -> Future.join(
                        owned.all().stream().map(tab -> close(tab.id())).toList())
                .<Void>mapEmpty()
                .otherwiseEmpty());
    }

    public void socketOpened(TargetId target) {
        loop.run(() -> countSocket(target, 1));
    }

    public void socketClosed(TargetId target) {
        loop.run(() -> countSocket(target, -1));
    }

    private void countSocket(TargetId target, int change) {
        OwnedTab tab = claimed.get(target);
        if (tab != null) {
            put(tab.withSockets(tab.sockets() + change, clock.instant()));
        }
    }

    private OwnedTab claimNow(TargetId target, String url, Owner owner) {
        loop.check();
        OwnedTab present = claimed.get(target);
        if (present != null) {
            return present;
        }
        // The reply to createTarget may come before the control connection has heard of the target.
        TargetInfo info = known.getOrDefault(target, new TargetInfo(target, "page", "", url, Optional.empty()));
        Instant now = clock.instant();
        OwnedTab tab = new OwnedTab(info, owner, now, 0, now);
        put(tab);
        bus.publish(Topics.TAB_OPENED, stamp -> new BrokerEvent.TabOpened(stamp, target, owner));
        return tab;
    }

    @Override
    public void connected(boolean sameBrowser) {
        known.clear();
        hidden.forgetAll();
        if (!sameBrowser) {
            List.copyOf(claimed.keySet()).forEach(this::forget);
        }
    }

    @Override
    public void discovered() {
        List.copyOf(claimed.keySet()).forEach(target -> {
            if (known.containsKey(target)) {
                hidden.keepAwake(target);
            } else {
                forget(target);
            }
        });
    }

    @Override
    public void event(JsonNode event) {
        JsonNode params = event.path("params");
        switch (event.path("method").asText()) {
            case "Target.targetCreated" -> created(TargetInfo.of(params.path("targetInfo")));
            case "Target.targetInfoChanged" -> changed(TargetInfo.of(params.path("targetInfo")));
            case "Target.targetDestroyed" ->
                forget(new TargetId(params.path("targetId").asText()));
            default -> {}
        }
    }

    private void created(TargetInfo info) {
        changed(info);
        if (info.isPage()) {
            info.opener().map(claimed::get).ifPresent(opener -> {
                claimNow(info.id(), info.url(), opener.owner());
                hidden.keepAwake(info.id());
            });
        }
    }

    private void changed(TargetInfo info) {
        known.put(info.id(), info);
        OwnedTab tab = claimed.get(info.id());
        if (tab != null) {
            put(tab.with(info));
        }
    }

    private void forget(TargetId target) {
        known.remove(target);
        hidden.forget(target);
        OwnedTab tab = claimed.remove(target);
        if (tab != null) {
            publish();
            bus.publish(
                    Topics.TAB_CLOSED,
                    stamp -> new BrokerEvent.TabClosed(
                            stamp, target, tab.owner(), tab.info().url()));
        }
    }

    private void reap() {
        Instant now = clock.instant();
        owned.all().stream()
                .filter(tab -> released.contains(tab.owner()) || tab.isAbandoned(now, ABANDONED_AFTER))
                .forEach(this::closeQuietly);
        released.removeIf(owner -> owned.of(owner).isEmpty());
    }

    private void closeQuietly(OwnedTab tab) {
        close(tab.id()).onFailure(error -> LOG.debugf("tab %s is not closed: %s", tab.id(), error.getMessage()));
    }

    private void put(OwnedTab tab) {
        claimed.put(tab.id(), tab);
        publish();
    }

    private void publish() {
        owned = new OwnedTabs(claimed);
    }

  public Future<Void> join(Owner o, Optional<String> i, OwnerListener l) { return null; }
  public void leave(Owner o, OwnerListener l) {}
  public Future<OwnedTab> open(String url, Owner o, Optional<String> i, Optional<String> c) { return null; }
  public Future<Void> navigate(TargetId p, String url) { return null; }
  public Future<Void> firstTab(Owner o, Optional<String> i) { return null; }
  public Future<Boolean> adopt(TargetId t, Owner o, Optional<String> i) { return null; }
  public Future<Void> refresh(Owner o) { return null; }
  public Future<Void> closeContext(Owner o, String c) { return null; }
  public Optional<String> defaultContext() { return Optional.empty(); }
}
