package io.browseragent.proxy.policy;

import java.util.Optional;

/** What one client may know. All calls are cheap; the client's event loop. */
public interface ClientView {

    boolean ownsTarget(String targetId);

    /** True for the client's virtual contexts and for the default one. */
    boolean ownsContext(String browserContextId);

    /** Whether an own tab or frame shows the origin of this URL, origin or storage key at the moment. */
    boolean ownsOrigin(String urlOrOriginOrStorageKey);

    /** Whether a handle of {@code IO.read} was given to this client. */
    boolean ownsStream(String handle);

    /** Whether agents may go to an address. */
    boolean mayOpen(String url);

    /** The target id of the page that a session belongs to; none for the browser's. */
    Optional<String> page(Optional<String> sessionId);
}
