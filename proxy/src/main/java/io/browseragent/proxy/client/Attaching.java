package io.browseragent.proxy.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.cdp.CdpEnvelope;
import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.ownership.TargetRegistry;
import io.browseragent.proxy.policy.SessionKind;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Which targets a client may attach to, and the old way of speaking to them: {@code Target.sendMessageToTarget}, which
 * is emulated over a flat session of the client's own. Confined to the client's event loop.
 */
final class Attaching {

    private record Awaited(Optional<String> parent, TargetId target) {}

    private final ClientIdentity who;
    private final TargetRegistry registry;
    private final ClientState state;
    private final OwnCalls calls;
    /** Attachments under way that the client wants not flat. */
    private final Set<Awaited> notFlat = new HashSet<>();

    Attaching(ClientIdentity who, TargetRegistry registry, ClientState state, OwnCalls calls) {
        this.who = who;
        this.registry = registry;
        this.state = state;
        this.calls = calls;
    }

    /** Whether a target is the client's; one that the same identity made over HTTP becomes it. */
    Future<Boolean> mayUse(String target) {
        if (target.isEmpty()) {
            return Future.succeededFuture(false);
        }
        TargetId id = new TargetId(target);
        return state.view().owns(id)
                ? Future.succeededFuture(true)
                : who.identity()
                        .compose(known -> registry.adopt(id, who.owner(), known))
                        .otherwise(false);
    }

    /** Attaches with a session that the client does not see as one; the whole reply of the browser. */
    Future<ObjectNode> notFlat(CdpEnvelope command, ObjectNode params) {
        Awaited awaited = new Awaited(
                command.sessionId(), new TargetId(params.path("targetId").asText()));
        notFlat.add(awaited);
        params.put("flatten", true);
        return calls.call(command.method(), params, command.sessionId()).onComplete(done -> notFlat.remove(awaited));
    }

    /** The session that the browser announces. */
    Session session(String id, String type, TargetId target, Optional<String> parent) {
        boolean flat = !notFlat.contains(new Awaited(parent, target))
                && state.sessions().childrenAreFlat(parent);
        return new Session(id, SessionKind.ofTargetType(type), target, parent, flat, SharedWorkers.isOne(type));
    }

    /** The session that a {@code Target.sendMessageToTarget} means. */
    Optional<Session> addressed(Optional<String> parent, ObjectNode params) {
        Optional<String> session = Messages.text(params, "sessionId");
        Optional<String> target = Messages.text(params, "targetId");
        return state.sessions().all().stream()
                .filter(open -> !open.flat() && open.parent().equals(parent))
                .filter(open -> session.isPresent()
                        ? open.id().equals(session.get())
                        : target.filter(open.target().value()::equals).isPresent())
                .findFirst();
    }
}
