package io.browseragent.proxy.ownership;

import io.browseragent.core.model.Owner;
import io.browseragent.core.model.TargetId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Who hears of which tab: its owner, and browser sockets of the same identity that took up a tab made over HTTP.
 * Confined to the state loop.
 */
final class Audience {

    private final Map<Owner, List<OwnerListener>> listeners = new HashMap<>();
    private final Map<TargetId, Set<Owner>> guests = new HashMap<>();

    void join(Owner owner, OwnerListener listener) {
        listeners.computeIfAbsent(owner, key -> new ArrayList<>()).add(listener);
    }

    void leave(Owner owner, OwnerListener listener) {
        listeners.computeIfPresent(owner, (key, present) -> {
            present.remove(listener);
            return present.isEmpty() ? null : present;
        });
    }

    boolean hears(Owner owner) {
        return listeners.containsKey(owner);
    }

    /** False where the owner was a guest before. */
    boolean invite(TargetId page, Owner guest) {
        return guests.computeIfAbsent(page, key -> new HashSet<>()).add(guest);
    }

    boolean isGuest(TargetId page, Owner owner) {
        return guests.getOrDefault(page, Set.of()).contains(owner);
    }

    /** The pages that this owner was a guest of, and is no longer. */
    List<TargetId> dismiss(Owner guest) {
        List<TargetId> left = new ArrayList<>();
        guests.forEach((page, present) -> {
            if (present.remove(guest)) {
                left.add(page);
            }
        });
        guests.values().removeIf(Set::isEmpty);
        return left;
    }

    /** A popup is its opener's guests' too. */
    void inherit(TargetId page, TargetId opener) {
        if (guests.containsKey(opener)) {
            guests.put(page, new HashSet<>(guests.get(opener)));
        }
    }

    void forget(TargetId page) {
        guests.remove(page);
    }

    void tell(OwnedTab tab, Consumer<OwnerListener> news) {
        Set<Owner> audience = new LinkedHashSet<>(Set.of(tab.owner()));
        audience.addAll(guests.getOrDefault(tab.id(), Set.of()));
        audience.forEach(owner -> tell(owner, news));
    }

    void tell(Owner owner, Consumer<OwnerListener> news) {
        List.copyOf(listeners.getOrDefault(owner, List.of())).forEach(news);
    }
}
