package io.browseragent.proxy.client;

import io.browseragent.core.model.Owner;
import io.browseragent.core.model.TargetId;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * Who a client is.
 *
 * @param owner of the tabs that it opens
 * @param identity of the process at the other end; empty where the operating system does not tell
 * @param page what a page socket is attached to; none for a browser socket
 * @param browserId stands for the browser target; the real one is told to nobody
 */
public record ClientIdentity(
        Owner owner, Future<Optional<String>> identity, Optional<TargetId> page, String browserId) {}
