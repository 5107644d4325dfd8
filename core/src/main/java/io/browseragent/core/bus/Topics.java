package io.browseragent.core.bus;

import java.util.List;

/** Every address of the bus. */
public final class Topics {

    public static final Topic<BrokerEvent.BrowserLinkChanged> BROWSER_LINK =
            new Topic<>("broker.browser-link", BrokerEvent.BrowserLinkChanged.class);
    public static final Topic<BrokerEvent.TabOpened> TAB_OPENED =
            new Topic<>("broker.tab-opened", BrokerEvent.TabOpened.class);
    public static final Topic<BrokerEvent.TabClosed> TAB_CLOSED =
            new Topic<>("broker.tab-closed", BrokerEvent.TabClosed.class);

    static final List<Topic<? extends BrokerEvent>> ALL = List.of(BROWSER_LINK, TAB_OPENED, TAB_CLOSED);

    private Topics() {}
}
