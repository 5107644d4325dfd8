package io.browseragent.proxy.browser;

import io.netty.buffer.ByteBuf;
import io.vertx.core.buffer.Buffer;

/**
 * One session of the browser that belongs to one client: RFC 6455 frames in both directions.
 *
 * <p>Confined to the event loop on which it was opened. Ends once, by either side.
 */
public interface BrowserSession {

    /** What comes from the browser; called on the session's event loop. */
    interface Receiver {
        /** Frames without mask, in pieces of any length; released by the caller afterwards. */
        void frames(ByteBuf bytes);

        /** The write queue, once full, has room again. */
        void drained();

        /** The connection is gone; nothing follows. */
        void gone();
    }

    /** Begins to read. Until then nothing is lost, and nothing is delivered. */
    void start(Receiver receiver);

    /** Sends masked frames. */
    void write(Buffer frames);

    /** Sends masked frames; {@code written} runs when their memory is free again, also where the connection is lost. */
    void write(Buffer frames, Runnable written);

    boolean writeQueueFull();

    void pause();

    void resume();

    /** Sends what was written and ends the session. */
    void end();
}
