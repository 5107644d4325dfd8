package io.browseragent.proxy.policy;

import java.util.Optional;

/** What the filter says about one command; the wire does it. */
public sealed interface Verdict {

    /** Its bytes go on as they are. */
    record Forward() implements Verdict {}

    /**
     * Its bytes go on as they are, and the tab of the session is drawn for it.
     *
     * @param sessionId none for the connection's own target
     */
    record ForwardDrawn(Optional<String> sessionId) implements Verdict {}

    /**
     * Another message goes on in its place.
     *
     * @param id the command's id; its reply names a tab that then belongs to this client
     */
    record OpenTab(int id, byte[] message) implements Verdict {}

    /**
     * The client is answered here.
     *
     * @param thenEnd whether its connection ends afterwards
     */
    record Reply(byte[] message, boolean thenEnd) implements Verdict {}
}
