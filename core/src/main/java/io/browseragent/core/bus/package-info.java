/**
 * The typed event bus: every address, every event, in this one place.
 *
 * <p>Events are signals, not truth. Delivery is best effort and in order per topic; each event carries a sequence
 * number of its topic, so a listener that finds a gap reads the state anew. Payload bytes never go over the bus.
 */
package io.browseragent.core.bus;
