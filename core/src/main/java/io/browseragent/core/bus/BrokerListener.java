package io.browseragent.core.bus;

/**
 * Hears events by name; every method does nothing unless overridden.
 *
 * <p>Thread rule: called on the event loop of the subscriber, one event at a time per topic; must not block.
 */
public interface BrokerListener {

    default void browserLinkChanged(BrokerEvent.BrowserLinkChanged event) {}

    default void tabOpened(BrokerEvent.TabOpened event) {}

    default void tabClosed(BrokerEvent.TabClosed event) {}
}
