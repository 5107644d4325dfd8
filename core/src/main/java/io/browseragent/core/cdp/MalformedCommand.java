package io.browseragent.core.cdp;

import java.util.OptionalInt;

/** A message that is no CDP command, with the answer that its sender gets. */
public final class MalformedCommand extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient CdpError error;
    private final transient OptionalInt id;

    MalformedCommand(CdpError error, OptionalInt id) {
        super(error.message(), null, false, false);
        this.error = error;
        this.id = id;
    }

    public CdpError error() {
        return error;
    }

    /** The command's id, where it could still be read. */
    public OptionalInt id() {
        return id;
    }
}
