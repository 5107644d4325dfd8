/** The one event loop that owns the broker's state. */
package io.browseragent.proxy.loop;
