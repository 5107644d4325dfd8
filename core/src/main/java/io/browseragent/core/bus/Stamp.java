package io.browseragent.core.bus;

import java.time.Instant;

/**
 * When and as which one of its topic an event was published.
 *
 * @param seq counts from 1 in each topic without a gap, per start of the service
 * @param at wall clock at publication
 */
public record Stamp(long seq, Instant at) {}
