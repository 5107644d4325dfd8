package io.browseragent.proxy.client;

import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.ownership.OwnTarget;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * {@code Target.setAutoAttach} of the browser's sessions, done here: the browser's own would attach to the human's new
 * tabs too, and hold them (measured against Chromium 156). Confined to the client's event loop.
 */
final class AutoAttacher {

    /** Frames and workers are attached by the sessions of their page. */
    private static final Set<String> TYPES = Set.of("tab", "page");

    /** @param waits whether new targets are reported as waiting for the client */
    record Rule(TargetFilter filter, boolean waits) {
        boolean covers(String type) {
            return TYPES.contains(type) && filter.matches(type);
        }
    }

    private record Attachment(Optional<String> parent, TargetId target) {}

    private final TargetView view;
    private final OwnCalls calls;
    private final Map<Optional<String>, Rule> rules = new LinkedHashMap<>();
    /** Attachments under way or made, with their session once it is known. */
    private final Map<Attachment, Optional<String>> made = new LinkedHashMap<>();
    /** Those that are reported as waiting. */
    private final Set<Attachment> waiting = new LinkedHashSet<>();

    AutoAttacher(TargetView view, OwnCalls calls) {
        this.view = view;
        this.calls = calls;
    }

    /** Completes when the targets that are there are attached, and the client was told of each. */
    Future<Void> enable(Optional<String> session, Rule rule) {
        rules.put(session, rule);
        return Future.join(view.all().stream()
                        .filter(target -> rule.covers(target.type()))
                        .map(target -> attach(session, target.id(), false))
                        .toList())
                .mapEmpty();
    }

    /** Whether some session wants new tabs to wait for it. */
    boolean anyWaits() {
        return rules.values().stream()
                .anyMatch(rule -> rule.waits() && TYPES.stream().anyMatch(rule.filter()::matches));
    }

    /** Ends what was attached by it, as Chrome does. */
    Future<Void> disable(Optional<String> session) {
        rules.remove(session);
        List<Future<?>> ended = new ArrayList<>();
        Map.copyOf(made).forEach((attachment, child) -> {
            if (attachment.parent().equals(session)) {
                made.remove(attachment);
                child.ifPresent(id -> ended.add(
                        calls.call("Target.detachFromTarget", Messages.object().put("sessionId", id), session)));
            }
        });
        return Future.join(ended).mapEmpty();
    }

    /**
     * Attaches a target that has just appeared to every session that wants it.
     *
     * @param fresh whether it is to be reported as waiting, where the client wants that
     * @return the sessions that must let it run
     */
    Future<Set<String>> appeared(OwnTarget target, boolean fresh) {
        Set<String> mustRun = new LinkedHashSet<>();
        List<Future<?>> attached = new ArrayList<>();
        rules.forEach((session, rule) -> {
            if (rule.covers(target.type())) {
                boolean waits = fresh && rule.waits();
                attached.add(attach(session, target.id(), waits)
                        .onSuccess(child -> child.filter(id -> waits).ifPresent(mustRun::add)));
            }
        });
        return Future.join(attached).map(mustRun);
    }

    private Future<Optional<String>> attach(Optional<String> session, TargetId target, boolean waits) {
        Attachment attachment = new Attachment(session, target);
        if (made.putIfAbsent(attachment, Optional.empty()) != null) {
            return Future.succeededFuture(Optional.empty());
        }
        if (waits) {
            waiting.add(attachment);
        }
        return calls.call(
                        "Target.attachToTarget",
                        Messages.object().put("targetId", target.value()).put("flatten", true),
                        session)
                .map(reply -> {
                    waiting.remove(attachment);
                    Optional<String> child = Messages.text(reply.path("result"), "sessionId");
                    if (child.isPresent()) {
                        made.computeIfPresent(attachment, (key, none) -> child);
                    } else {
                        // It has vanished meanwhile.
                        made.remove(attachment);
                    }
                    return child;
                });
    }

    /** Whether the attachment that the browser announces is to be reported as waiting. */
    boolean isWaiting(Optional<String> parent, TargetId target) {
        return waiting.contains(new Attachment(parent, target));
    }

    /** A session is over, and with it what it had asked for. */
    void ended(Session session) {
        rules.remove(Optional.of(session.id()));
        made.values().removeIf(Optional.of(session.id())::equals);
        made.keySet().removeIf(attachment -> attachment.parent().equals(Optional.of(session.id())));
    }
}
