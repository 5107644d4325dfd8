package io.browseragent.proxy.browser;

import io.browseragent.core.model.TargetId;
import io.vertx.core.Future;

/**
 * Gives out sessions of the real browser, each to one client.
 *
 * <p>May be called on any event loop; the session lives on that loop. Fails with {@link NoBrowserException} when there
 * is no browser or it does not answer in time.
 */
public interface BrowserLink {

    /** The present state; never blocks. */
    LinkStatus status();

    /** A session of the browser target. */
    Future<BrowserSession> openBrowser();

    /** A session of one page target. */
    Future<BrowserSession> openPage(TargetId target);

    /** The browser's protocol description, the body of {@code /json/protocol}; read once per browser. */
    Future<io.vertx.core.buffer.Buffer> protocol();
}
