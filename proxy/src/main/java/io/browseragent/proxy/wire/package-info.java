/** The CDP port: HTTP discovery, websocket upgrades, and the pipes between clients and the browser. */
package io.browseragent.proxy.wire;
