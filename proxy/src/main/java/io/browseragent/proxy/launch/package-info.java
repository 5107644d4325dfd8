/**
 * Finds, starts and restarts the browser the human uses. Plain JDK code that blocks: call it on a worker thread.
 * {@link io.browseragent.proxy.launch.BrowserLauncher} is the way in.
 */
package io.browseragent.proxy.launch;
