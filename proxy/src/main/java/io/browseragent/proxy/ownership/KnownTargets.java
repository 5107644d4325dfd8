package io.browseragent.proxy.ownership;

import io.browseragent.core.model.TargetId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every target of the browser, everybody's, oldest first. Confined to the state loop. */
final class KnownTargets {

    /** A worker in a frame in a frame; no real page comes near. */
    private static final int MAX_DEPTH = 50;

    private final Map<TargetId, TargetInfo> known = new LinkedHashMap<>();
    /** The tab that was announced last: Chrome announces a tab right before its page, and names it nowhere else. */
    private Optional<TargetId> lastTab = Optional.empty();

    void put(TargetInfo info) {
        if (known.put(info.id(), info) == null && info.isTab()) {
            lastTab = Optional.of(info.id());
        }
    }

    void remove(TargetId id) {
        known.remove(id);
        lastTab = lastTab.filter(tab -> !tab.equals(id));
    }

    void clear() {
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

    /** Whether a target is a page, or surely in one. One that is only being prepared is not. */
    boolean isInPage(TargetInfo info) {
        return (info.isPage() ? Optional.of(info) : pageAbove(info).flatMap(this::find))
                .filter(page -> page.isPage() && page.subtype().isEmpty())
                .isPresent();
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
