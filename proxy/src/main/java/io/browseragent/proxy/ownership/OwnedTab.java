package io.browseragent.proxy.ownership;

import io.browseragent.core.model.Owner;
import io.browseragent.core.model.TargetId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A page that belongs to somebody; immutable.
 *
 * @param tabId the tab target it is shown in, once known
 * @param identity the OS session of the client that made it, where the OS tells; survives a change of the owner
 * @param context the virtual browser context it was opened in
 * @param sockets page sockets that are open on it
 * @param idleSince when the last socket closed; when the tab was opened if none ever came
 */
public record OwnedTab(
        TargetInfo info,
        Optional<TargetId> tabId,
        Owner owner,
        Optional<String> identity,
        Optional<String> context,
        Instant openedAt,
        int sockets,
        Instant idleSince) {

    public TargetId id() {
        return info.id();
    }

    OwnedTab with(TargetInfo newer) {
        return new OwnedTab(newer, tabId, owner, identity, context, openedAt, sockets, idleSince);
    }

    OwnedTab withTab(TargetId tab) {
        return new OwnedTab(info, Optional.of(tab), owner, identity, context, openedAt, sockets, idleSince);
    }

    OwnedTab withSockets(int count, Instant now) {
        return new OwnedTab(info, tabId, owner, identity, context, openedAt, count, now);
    }

    Claims.Claim claim() {
        return new Claims.Claim(owner, identity, context);
    }

    /** Whether a client of this identity may attach to it; where either is unknown, knowing the id is enough. */
    public boolean mayBeUsedBy(Optional<String> other) {
        return identity.isEmpty() || other.isEmpty() || identity.equals(other);
    }

    /** Whether nobody has used it for so long that it is closed. */
    boolean isAbandoned(Instant now, Duration limit) {
        return owner.kind() == Owner.Kind.POOL
                && sockets == 0
                && Duration.between(idleSince, now).compareTo(limit) > 0;
    }
}
