package io.browseragent.proxy.ownership;

import io.browseragent.core.model.Owner;
import io.browseragent.core.model.TargetId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A tab that belongs to somebody; immutable.
 *
 * @param sockets page sockets that are open on it
 * @param idleSince when the last socket closed; when the tab was opened if none ever came
 */
public record OwnedTab(TargetInfo info, Owner owner, Instant openedAt, int sockets, Instant idleSince) {

    public TargetId id() {
        return info.id();
    }

    OwnedTab with(TargetInfo newer) {
        return new OwnedTab(newer, owner, openedAt, sockets, idleSince);
    }

    OwnedTab withSockets(int count, Instant now) {
        return new OwnedTab(info, owner, openedAt, count, now);
    }

    /** Whether nobody has used it for so long that it is closed. */
    boolean isAbandoned(Instant now, Duration limit) {
        return owner.kind() == Owner.Kind.POOL
                && sockets == 0
                && Duration.between(idleSince, now).compareTo(limit) > 0;
    }

  public Optional<TargetId> tabId() { return Optional.empty(); }
  public boolean mayBeUsedBy(Optional<String> identity) { return true; }
}
