/** Messages of the Chrome DevTools Protocol, as far as broker and agent must understand them. */
package io.browseragent.core.cdp;
