/**
 * The way to the real browser. Everybody else asks the {@link BrowserLink} for a session of its own; that each is a
 * websocket to the debug port today is known in this package alone.
 */
package io.browseragent.proxy.browser;
