/**
 * Who may talk to the service at all. The browser's debug port has guards of its own against web pages; behind a proxy
 * they see only the proxy, so the proxy must be the guard.
 */
package io.browseragent.proxy.guard;
