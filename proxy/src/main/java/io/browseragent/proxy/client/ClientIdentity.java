package io.browseragent.proxy.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.model.Owner;
import io.browseragent.core.model.TargetId;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Who a client is.
 *
 * @param owner of the tabs that it opens
 * @param lookUp finds the identity of the process at the other end
 * @param page what a page socket is attached to; none for a browser socket
 * @param browserId stands for the browser target; the real one is told to nobody
 */
public record ClientIdentity(
        Owner owner, Supplier<Future<Optional<String>>> lookUp, Optional<TargetId> page, String browserId) {

    /** The identity; looked up when it is needed first, and empty where that fails. */
    Future<Optional<String>> identity() {
        return lookUp.get().otherwise(Optional.empty());
    }

    /** The browser as a target of its own. */
    ObjectNode browserInfo() {
        return Messages.object()
                .put("targetId", browserId)
                .put("type", "browser")
                .put("title", "")
                .put("url", "")
                .put("attached", true)
                .put("canAccessOpener", false);
    }
}
