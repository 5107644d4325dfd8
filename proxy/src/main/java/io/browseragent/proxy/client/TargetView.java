package io.browseragent.proxy.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.ownership.OwnTarget;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What one client sees of the browser's targets. Confined to the client's event loop. */
final class TargetView {

    private final Sessions sessions;
    private final Map<TargetId, OwnTarget> targets = new LinkedHashMap<>();
    /** Frames and workers that the client's own sessions named before the registry did, with their page. */
    private final Map<TargetId, TargetId> children = new HashMap<>();

    TargetView(Sessions sessions) {
        this.sessions = sessions;
    }

    void put(OwnTarget target) {
        targets.put(target.id(), target);
    }

    Optional<OwnTarget> remove(TargetId id) {
        children.remove(id);
        return Optional.ofNullable(targets.remove(id));
    }

    void child(TargetId id, TargetId page) {
        children.put(id, page);
    }

    boolean owns(TargetId id) {
        return targets.containsKey(id) || children.containsKey(id);
    }

    Optional<OwnTarget> find(TargetId id) {
        return Optional.ofNullable(targets.get(id));
    }

    Collection<OwnTarget> all() {
        return List.copyOf(targets.values());
    }

    /** The page that a target belongs to. */
    Optional<TargetId> page(TargetId id) {
        OwnTarget target = targets.get(id);
        return target == null ? Optional.ofNullable(children.get(id)) : Optional.of(target.page());
    }

    /** The client's virtual context that a target was opened in. */
    Optional<String> context(TargetId id) {
        return page(id).map(targets::get).flatMap(OwnTarget::context);
    }

    /** Chrome's description of a target, as this client may read it. */
    ObjectNode describe(OwnTarget target) {
        ObjectNode info = target.info().deepCopy();
        info.put("attached", sessions.isAttached(target.id()));
        target.context().ifPresent(context -> info.put("browserContextId", context));
        return info;
    }

    /** Whether one of the targets shows this origin at the moment. */
    boolean ownsOrigin(String urlOrStorageKey) {
        Optional<String> wanted = origin(urlOrStorageKey);
        return wanted.isPresent()
                && targets.values().stream()
                        .map(target -> origin(target.info().path("url").asText()))
                        .anyMatch(wanted::equals);
    }

    /** Scheme, host and port; a storage key may carry more behind a caret. */
    private static Optional<String> origin(String url) {
        int caret = url.indexOf('^');
        try {
            URI uri = new URI(withoutPath(caret < 0 ? url : url.substring(0, caret)));
            if (uri.getScheme() == null || uri.getRawAuthority() == null) {
                return Optional.empty();
            }
            String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
            String host = uri.getRawAuthority().toLowerCase(Locale.ROOT);
            host = host.substring(host.lastIndexOf('@') + 1);
            return Optional.of(scheme + "://" + withoutDefaultPort(scheme, host));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** Paths and queries of the web hold characters that {@link URI} refuses. */
    private static String withoutPath(String url) {
        int authority = url.indexOf("://");
        if (authority < 0) {
            return url;
        }
        for (int at = authority + 3; at < url.length(); at++) {
            if ("/?#\\".indexOf(url.charAt(at)) >= 0) {
                return url.substring(0, at);
            }
        }
        return url;
    }

    private static String withoutDefaultPort(String scheme, String host) {
        String standard = scheme.equals("https") ? ":443" : ":80";
        return host.endsWith(standard) ? host.substring(0, host.length() - standard.length()) : host;
    }
}
