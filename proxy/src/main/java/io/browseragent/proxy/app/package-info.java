/** Wires everything together; nothing depends on this package. */
package io.browseragent.proxy.app;
