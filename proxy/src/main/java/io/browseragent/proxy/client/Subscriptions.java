package io.browseragent.proxy.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.ownership.OwnTarget;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Tells those sessions of a client that discover targets about the client's own. Confined to the client's event loop.
 */
final class Subscriptions {

    private final TargetView view;
    private final Outbox outbox;
    private final Supplier<ObjectNode> browser;
    private final Map<Optional<String>, Discovery> discovering = new LinkedHashMap<>();

    private record Discovery(TargetFilter filter, Set<TargetId> told) {}

    /** @param browser describes the browser itself, which Chrome counts among the targets */
    Subscriptions(TargetView view, Outbox outbox, Supplier<ObjectNode> browser) {
        this.browser = browser;
        this.view = view;
        this.outbox = outbox;
    }

    /** Tells of every target that is there, as Chrome does before it answers. */
    void start(Optional<String> session, TargetFilter filter) {
        Discovery before = discovering.get(session);
        Discovery now = new Discovery(filter, before == null ? new HashSet<>() : before.told());
        discovering.put(session, now);
        if (before == null && filter.matches("browser")) {
            outbox.event("Target.targetCreated", Messages.object().set("targetInfo", browser.get()), session);
        }
        view.all().forEach(target -> tellCreated(session, now, target));
    }

    void stop(Optional<String> session) {
        discovering.remove(session);
    }

    void appeared(OwnTarget target) {
        discovering.forEach((session, discovery) -> tellCreated(session, discovery, target));
    }

    private void tellCreated(Optional<String> session, Discovery discovery, OwnTarget target) {
        if (discovery.filter().matches(target.type()) && discovery.told().add(target.id())) {
            outbox.event("Target.targetCreated", info(target), session);
        }
    }

    void changed(OwnTarget target) {
        discovering.forEach((session, discovery) -> {
            if (discovery.told().contains(target.id())) {
                outbox.event("Target.targetInfoChanged", info(target), session);
            }
        });
    }

    void crashed(TargetId id, String status, int errorCode) {
        tell(
                id,
                "Target.targetCrashed",
                Messages.object()
                        .put("targetId", id.value())
                        .put("status", status)
                        .put("errorCode", errorCode),
                false);
    }

    void gone(TargetId id) {
        tell(id, "Target.targetDestroyed", Messages.object().put("targetId", id.value()), true);
    }

    private void tell(TargetId id, String event, ObjectNode params, boolean last) {
        discovering.forEach((session, discovery) -> {
            if (last ? discovery.told().remove(id) : discovery.told().contains(id)) {
                outbox.event(event, params, session);
            }
        });
    }

    private ObjectNode info(OwnTarget target) {
        return Messages.object().set("targetInfo", view.describe(target));
    }
}
