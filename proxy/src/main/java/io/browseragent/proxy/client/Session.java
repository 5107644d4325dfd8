package io.browseragent.proxy.client;

import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.policy.SessionKind;
import java.util.Optional;

/**
 * One attachment of a client to a target; immutable.
 *
 * @param id as Chrome gave it
 * @param target what it is attached to
 * @param parent session in which the attachment was made; none for the connection itself
 * @param flat false where the client speaks to it by {@code Target.sendMessageToTarget}
 * @param shared whether what it is attached to is the human's as well
 */
record Session(String id, SessionKind kind, TargetId target, Optional<String> parent, boolean flat, boolean shared) {}
