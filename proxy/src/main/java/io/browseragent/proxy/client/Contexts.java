package io.browseragent.proxy.client;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;

/**
 * The browser contexts of one client. They are virtual: the human's logins, a target list of their own. Confined to the
 * client's event loop.
 */
final class Contexts {

    private final Set<String> ids = new LinkedHashSet<>();

    /** An id of Chrome's shape. */
    String create() {
        String id = UUID.randomUUID().toString().replace("-", "").toUpperCase(Locale.ROOT);
        ids.add(id);
        return id;
    }

    boolean has(String id) {
        return ids.contains(id);
    }

    void remove(String id) {
        ids.remove(id);
    }

    Set<String> ids() {
        return ids;
    }
}
