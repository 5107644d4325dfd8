package io.browseragent.proxy.ownership;

import io.browseragent.core.model.Owner;
import io.browseragent.core.model.TargetId;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All owned tabs at one moment, oldest first; immutable, read from any thread. */
public final class OwnedTabs {

    static final OwnedTabs NONE = new OwnedTabs(Map.of());

    private final Map<TargetId, OwnedTab> tabs;

    OwnedTabs(Map<TargetId, OwnedTab> tabs) {
        this.tabs = Collections.unmodifiableMap(new LinkedHashMap<>(tabs));
    }

    public Optional<OwnedTab> find(TargetId target) {
        return Optional.ofNullable(tabs.get(target));
    }

    public Collection<OwnedTab> all() {
        return tabs.values();
    }

    public List<OwnedTab> of(Owner owner) {
        return tabs.values().stream().filter(tab -> tab.owner().equals(owner)).toList();
    }
}
