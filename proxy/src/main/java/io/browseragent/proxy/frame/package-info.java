/**
 * RFC 6455 frames over plain sockets, read incrementally and spliced.
 *
 * <p>Vert.x's own WebSocket gathers each frame in memory before it hands it on, which for a 30 MB message costs seven
 * times what passing its bytes through costs. Knows nothing of CDP.
 */
package io.browseragent.proxy.frame;
