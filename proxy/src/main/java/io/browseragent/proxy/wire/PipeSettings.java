package io.browseragent.proxy.wire;

import io.browseragent.proxy.frame.ByteBudget;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * Limits of every pipe.
 *
 * @param budget memory for incomplete messages of all clients together
 * @param maxMessage largest message from a client, in bytes
 * @param stall how long a client may take nothing while data waits for it
 * @param mayOpen which addresses agents may open
 */
record PipeSettings(ByteBudget budget, long maxMessage, Duration stall, Predicate<String> mayOpen) {}
