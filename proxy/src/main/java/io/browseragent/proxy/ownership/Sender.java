package io.browseragent.proxy.ownership;

import io.browseragent.core.model.TargetId;

/** Who sends a request. */
sealed interface Sender {

    /** A page that is surely the human's, or what is in it. */
    record Human() implements Sender {}

    /** A page that nobody owns: the human's, or one that came of a click with a key held, for which no opener is told. */
    record Unowned() implements Sender {}

    /** A page of an agent's, or what is in it. */
    record Agent(TargetId page) implements Sender {}

    /** A frame in its page's own process, or a worker that several pages share: the browser does not say whose. */
    record Unknown() implements Sender {}
}
