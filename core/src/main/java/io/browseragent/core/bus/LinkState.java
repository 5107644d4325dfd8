package io.browseragent.core.bus;

/** State of the connection to the browser. */
public enum LinkState {
    /** Nothing listens on the debug port. */
    NO_BROWSER,
    /** Something listens on the debug port, but it does not speak the DevTools protocol. */
    NOT_A_BROWSER,
    /** Connected and answering. */
    CONNECTED,
    /** A browser is there but has stopped answering. */
    NOT_ANSWERING
}
