package io.browseragent.proxy.ownership;

import io.browseragent.core.model.TargetId;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Every target of the browser, everybody's, oldest first. Confined to the state loop. */
final class KnownTargets {

    /** A worker in a frame in a frame; no real page comes near. */
    private static final int MAX_DEPTH = 50;

    private final Map<TargetId, TargetInfo> known = new LinkedHashMap<>();
    private final Set<TargetId> humans = new HashSet<>();
    /** The tab that was announced last: Chrome announces a tab right before its page, and names it nowhere else. */
    private Optional<TargetId> lastTab = Optional.empty();

    void put(TargetInfo info) {
        if (known.put(info.id(), info) == null && info.isTab()) {
            lastTab = Optional.of(info.id());
        }
    }

    void remove(TargetId id) {
        humans.remove(id);
        known.remove(id);
        lastTab = lastTab.filter(tab -> !tab.equals(id));
    }

    /** @param sameBrowser whether ids still mean the same */
    void clear(boolean sameBrowser) {
        if (!sameBrowser) {
            humans.clear();
        }
        known.clear();
        lastTab = Optional.empty();
    }

    Optional<TargetInfo> find(TargetId id) {
        return Optional.ofNullable(known.get(id));
    }

    Optional<TargetId> lastTab() {
        return lastTab;
    }

    Collection<TargetInfo> all() {
        return List.copyOf(known.values());
    }

    /** The page that a target is, or surely is in. One that is only being prepared counts for none. */
    Optional<TargetInfo> pageOf(TargetInfo info) {
        return (info.isPage() ? Optional.of(info) : pageAbove(info).flatMap(this::find))
                .filter(page -> page.isPage() && page.subtype().isEmpty());
    }

    /** Whether a page is surely the human's: it was there before agents had tabs, or shows what agents cannot open. */
    boolean isHuman(TargetInfo page) {
        return humans.contains(page.id());
    }

    /** @param agents whether some have tabs, of which a page without an opener may have come */
    void noteOrigin(TargetInfo page, boolean agents) {
        boolean ofHumans = page.opener().filter(humans::contains).isPresent();
        boolean ofOthers = !ofHumans && page.opener().filter(known::containsKey).isPresent();
        if (page.isBrowsersOwn() || ofHumans || !agents && !ofOthers) {
            humans.add(page.id());
        }
    }

    /** The page that a frame or worker belongs to. */
    Optional<TargetId> pageAbove(TargetInfo child) {
        Optional<TargetId> parent = child.parent();
        for (int depth = 0; depth < MAX_DEPTH && parent.isPresent(); depth++) {
            TargetInfo info = known.get(parent.get());
            if (info == null || info.isPage()) {
                return parent;
            }
            parent = info.parent();
        }
        return Optional.empty();
    }
}
