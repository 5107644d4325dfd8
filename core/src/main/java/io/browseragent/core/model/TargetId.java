package io.browseragent.core.model;

/** The browser's own id of a target; never renamed on its way to a client. */
public record TargetId(String value) {
    public TargetId {
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException("target id is empty");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
