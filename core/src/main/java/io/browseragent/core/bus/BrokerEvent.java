package io.browseragent.core.bus;

import io.browseragent.core.model.Owner;
import io.browseragent.core.model.TargetId;
import java.util.Optional;

/** Everything that is said on the bus; immutable. */
public sealed interface BrokerEvent {

    Stamp stamp();

    /** Calls the one method of the listener that is meant for this event. */
    void deliverTo(BrokerListener listener);

    /**
     * The connection to the browser changed.
     *
     * @param state what it is now
     * @param detail one line for a person
     * @param product the browser's own name and version, when one is known
     */
    record BrowserLinkChanged(Stamp stamp, LinkState state, String detail, Optional<String> product)
            implements BrokerEvent {
        @Override
        public void deliverTo(BrokerListener listener) {
            listener.browserLinkChanged(this);
        }
    }

    /** A tab came to belong to an owner. */
    record TabOpened(Stamp stamp, TargetId target, Owner owner) implements BrokerEvent {
        @Override
        public void deliverTo(BrokerListener listener) {
            listener.tabOpened(this);
        }
    }

    /**
     * An owned tab is gone.
     *
     * @param url where it was at the end
     */
    record TabClosed(Stamp stamp, TargetId target, Owner owner, String url) implements BrokerEvent {
        @Override
        public void deliverTo(BrokerListener listener) {
            listener.tabClosed(this);
        }
    }
}
