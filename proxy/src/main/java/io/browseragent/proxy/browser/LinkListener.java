package io.browseragent.proxy.browser;

import com.fasterxml.jackson.databind.JsonNode;

/** Hears what the control connection brings; called on the state loop. */
public interface LinkListener {

    /**
     * A browser is connected; its targets are announced by events from here on.
     *
     * @param sameBrowser false where it is another start of a browser, with other ids
     */
    void connected(boolean sameBrowser);

    /** All targets that were there at connection have been announced. */
    void discovered();

    /** One event of the browser, with {@code method} and {@code params}. */
    void event(JsonNode event);
}
