/** Who dialled: the session of the operating system that a peer's process runs in. */
package io.browseragent.proxy.peer;
