package io.browseragent.proxy.client;

import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.ownership.TargetRegistry;
import io.browseragent.proxy.policy.ClientView;
import java.util.Optional;
import java.util.function.Predicate;

/** What the policy may know of a client. Confined to the client's event loop. */
final class ClientFacts implements ClientView {

    private final TargetView view;
    private final Sessions sessions;
    private final Contexts contexts;
    private final Streams streams;
    private final TargetRegistry registry;
    private final Predicate<String> mayOpen;

    ClientFacts(
            TargetView view,
            Sessions sessions,
            Contexts contexts,
            Streams streams,
            TargetRegistry registry,
            Predicate<String> mayOpen) {
        this.view = view;
        this.sessions = sessions;
        this.contexts = contexts;
        this.streams = streams;
        this.registry = registry;
        this.mayOpen = mayOpen;
    }

    @Override
    public boolean mayOpen(String url) {
        return mayOpen.test(url);
    }

    @Override
    public boolean ownsTarget(String targetId) {
        return !targetId.isEmpty() && view.owns(new TargetId(targetId));
    }

    @Override
    public boolean ownsContext(String browserContextId) {
        return contexts.has(browserContextId)
                || registry.defaultContext().filter(browserContextId::equals).isPresent();
    }

    @Override
    public boolean ownsOrigin(String urlOrOriginOrStorageKey) {
        return view.ownsOrigin(urlOrOriginOrStorageKey);
    }

    @Override
    public boolean ownsStream(String handle) {
        return streams.owns(handle);
    }

    @Override
    public Optional<String> page(Optional<String> sessionId) {
        return sessions.target(sessionId)
                .map(target -> view.page(target).orElse(target))
                .map(TargetId::value);
    }
}
