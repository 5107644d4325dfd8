package io.browseragent.core.model;

/**
 * Who a tab belongs to.
 *
 * @param kind how the owner came to the tab, which decides how long the tab lives
 * @param name unique among the owners of its kind
 */
public record Owner(Kind kind, String name) {

    /** Life rule of an owner's tabs. */
    public enum Kind {
        /** One browser-level websocket; its tabs close with it. */
        WS,
        /** Plain HTTP ({@code PUT /json/new}); a tab closes a while after its last socket. */
        POOL
    }

    public Owner {
        if (kind == null || name == null || name.isEmpty()) {
            throw new IllegalArgumentException("owner has no kind or name");
        }
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(java.util.Locale.ROOT) + ":" + name;
    }
}
