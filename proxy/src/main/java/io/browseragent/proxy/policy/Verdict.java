package io.browseragent.proxy.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.cdp.CdpEnvelope;

/** What the filter says about one command; the client's side does it. */
public sealed interface Verdict {

    /** Its bytes go on as they are. */
    record Forward(Note note) implements Verdict {}

    /** Other bytes go on in its place. */
    record Rewritten(byte[] message) implements Verdict {}

    /**
     * The client is answered here.
     *
     * @param thenEnd whether its connection ends afterwards
     */
    record Reply(byte[] message, boolean thenEnd) implements Verdict {}

    /**
     * The client is answered from what it owns, for which the browser may have to be asked first.
     *
     * @param params an empty object where the command had none
     * @param length of the whole command in bytes
     */
    record Ask(LocalAnswer answer, CdpEnvelope command, ObjectNode params, int length) implements Verdict {}

    /** What must be remembered of a command that goes on. */
    enum Note {
        NONE,
        /** A screenshot: the hidden tab is drawn for it. */
        DRAW,
        /** {@code Runtime.runIfWaitingForDebugger}: a start that was held goes on. */
        RUN,
        /** Its reply may name a stream that is then the client's. */
        STREAM
    }
}
