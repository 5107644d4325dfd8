/**
 * One client's own browser: the targets it sees, the sessions it holds, and the commands that are answered here
 * because the real browser's answer would show everybody's tabs. Knows no sockets.
 */
package io.browseragent.proxy.client;
