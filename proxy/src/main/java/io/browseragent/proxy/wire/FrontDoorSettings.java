package io.browseragent.proxy.wire;

import java.time.Duration;

/**
 * Settings of the CDP port.
 *
 * @param port where clients dial
 * @param maxMessage largest message from a client, in bytes
 * @param messageBudget memory for incomplete messages of all clients together, in bytes
 * @param clientStall how long a client may take nothing while data waits for it
 */
public record FrontDoorSettings(int port, long maxMessage, long messageBudget, Duration clientStall) {}
