package io.browseragent.proxy.browser;

import io.browseragent.core.bus.LinkState;
import java.time.Instant;
import java.util.Optional;

/**
 * The connection to the browser at one moment; immutable, read from any thread.
 *
 * @param detail one line for a person: what is, and where it is wrong, what to do
 * @param browser the connected browser, else the last one seen
 * @param since when the state was entered
 */
public record LinkStatus(LinkState state, String detail, Optional<BrowserInfo> browser, Instant since) {

    public boolean connected() {
        return state == LinkState.CONNECTED;
    }
}
