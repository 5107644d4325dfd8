package io.browseragent.proxy.client;

/** The two ends of a client's pipe, for messages that do not simply pass through. Client's event loop. */
public interface Ends {

    /** Sends a message to the client, in order with what passes through. */
    void toClient(byte[] message);

    /** Sends a command to the client's own session of the browser. */
    void toBrowser(byte[] command);

    /** Whether commands pile up here; then no more should be read from the client. */
    void behind(boolean now);

    /** Ends the client's connection, after what was sent; its tabs close. */
    void end();
}
