package io.browseragent.core.bus;

/** One address of the bus and the kind of event that travels on it. */
public record Topic<E extends BrokerEvent>(String address, Class<E> payload) {}
