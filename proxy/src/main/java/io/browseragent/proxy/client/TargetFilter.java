package io.browseragent.proxy.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * CDP's {@code Target.TargetFilter}: the first entry that matches a type decides; what no entry matches is left out.
 */
record TargetFilter(List<Entry> entries) {

    /** @param type none matches every type */
    record Entry(Optional<String> type, boolean exclude) {}

    /** What Chrome assumes where none is given. */
    static final TargetFilter DEFAULT = new TargetFilter(List.of(
            new Entry(Optional.of("browser"), true),
            new Entry(Optional.of("tab"), true),
            new Entry(Optional.empty(), false)));

    /** Reads the {@code filter} of a command's parameters. */
    static TargetFilter of(JsonNode params) {
        JsonNode filter = params.get("filter");
        if (filter == null || !filter.isArray()) {
            return DEFAULT;
        }
        List<Entry> entries = new ArrayList<>();
        filter.forEach(entry -> entries.add(
                new Entry(Messages.text(entry, "type"), entry.path("exclude").asBoolean())));
        return new TargetFilter(entries);
    }

    boolean matches(String type) {
        for (Entry entry : entries) {
            if (entry.type().isEmpty() || entry.type().get().equals(type)) {
                return !entry.exclude();
            }
        }
        return false;
    }
}
