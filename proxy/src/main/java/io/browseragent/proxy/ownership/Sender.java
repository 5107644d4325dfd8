package io.browseragent.proxy.ownership;

import io.browseragent.core.model.TargetId;

/** Who sends a request. */
sealed interface Sender {

    /** A page of the human's, or what is in it. */
    record Human() implements Sender {}

    /** A page of an agent's, or what is in it. */
    record Agent(TargetId page) implements Sender {}

    /** A frame in its page's own process, or a worker that several pages share: the browser does not say whose. */
    record Unknown() implements Sender {}
}
