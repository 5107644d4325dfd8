package io.browseragent.proxy.client;

import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.policy.SessionKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

/** The sessions of one client, known by the type of their target. Confined to the client's event loop. */
final class Sessions {

    /** What the connection itself is attached to. */
    private final SessionKind rootKind;

    private final Optional<TargetId> rootTarget;
    private final Map<String, Session> open = new LinkedHashMap<>();
    private int notFlat;
    /** Sessions whose children the client wants to speak to by {@code Target.sendMessageToTarget}. */
    private final Set<Optional<String>> notFlatChildren = new HashSet<>();

    Sessions(Optional<TargetId> page) {
        this.rootKind = page.isPresent() ? SessionKind.PAGE : SessionKind.BROWSER;
        this.rootTarget = page;
    }

    void opened(Session session) {
        closed(session.id());
        open.put(session.id(), session);
        notFlat += session.flat() ? 0 : 1;
    }

    /** Ends a session and those that were made in it; oldest first. */
    List<Session> closed(String id) {
        List<Session> ended = new ArrayList<>();
        Queue<String> ending = new ArrayDeque<>(List.of(id));
        while (!ending.isEmpty()) {
            Session session = open.remove(ending.remove());
            if (session != null) {
                notFlat -= session.flat() ? 0 : 1;
                notFlatChildren.remove(Optional.of(session.id()));
                ended.add(session);
                open.values().stream()
                        .filter(child -> child.parent().equals(Optional.of(session.id())))
                        .map(Session::id)
                        .forEach(ending::add);
            }
        }
        return ended;
    }

    Optional<Session> find(String id) {
        return Optional.ofNullable(open.get(id));
    }

    Collection<Session> all() {
        return open.values();
    }

    /** The kind of a session, or of the connection where none is named; none for a session that is not open. */
    Optional<SessionKind> kind(Optional<String> sessionId) {
        return sessionId.isEmpty()
                ? Optional.of(rootKind)
                : sessionId.map(open::get).map(Session::kind);
    }

    /** What a session is attached to; none for the browser. */
    Optional<TargetId> target(Optional<String> sessionId) {
        return sessionId.isEmpty() ? rootTarget : sessionId.map(open::get).map(Session::target);
    }

    boolean isAttached(TargetId target) {
        return rootTarget.filter(target::equals).isPresent()
                || open.values().stream().anyMatch(session -> session.target().equals(target));
    }

    /** Whether some session's messages must be wrapped. */
    boolean anyNotFlat() {
        return notFlat > 0;
    }

    void childrenAreFlat(Optional<String> parent, boolean flat) {
        if (flat) {
            notFlatChildren.remove(parent);
        } else {
            notFlatChildren.add(parent);
        }
    }

    boolean childrenAreFlat(Optional<String> parent) {
        return !notFlatChildren.contains(parent);
    }
}
