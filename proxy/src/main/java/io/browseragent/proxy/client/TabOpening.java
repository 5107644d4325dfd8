package io.browseragent.proxy.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.cdp.CdpError;
import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.ownership.OwnTarget;
import io.browseragent.proxy.ownership.TargetRegistry;
import io.browseragent.proxy.policy.AgentUrls;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Opens a client's tabs: in the background, attached where the client wants that before it is told, and with their
 * first document held back until it lets them run. Confined to the client's event loop.
 */
final class TabOpening {

    private static final String BLANK = "about:blank";

    private final ClientIdentity who;
    private final TargetRegistry registry;
    private final ClientState state;
    private final Predicate<String> mayOpen;
    private final Turns news;
    /** Sessions that were made for the targets of the opening under way, and must let them run. */
    private final List<Future<Set<String>>> attachments = new ArrayList<>();

    private boolean opening;
    /** Whether what appears was there before the client looked. */
    private boolean bringingFirst;

    TabOpening(ClientIdentity who, TargetRegistry registry, ClientState state, Predicate<String> mayOpen, Turns news) {
        this.news = news;
        this.who = who;
        this.registry = registry;
        this.state = state;
        this.mayOpen = mayOpen;
    }

    /**
     * A tab that was opened.
     *
     * @param begin loads its first document, or lets the client do so; to be run once the client knows of the tab
     */
    record Opened(TargetId answer, Runnable begin) {}

    /** The client looks at its targets: if it has none, one is opened. */
    Future<Void> first() {
        if (!state.view().all().isEmpty()) {
            return Future.succeededFuture();
        }
        bringingFirst = true;
        return collecting(identity().compose(known -> registry.firstTab(who.owner(), known)))
                .onComplete(done -> bringingFirst = false)
                .mapEmpty();
    }

    /** Why a tab is not opened; Chrome's words where it has them. */
    Optional<CdpError> refusal(ObjectNode params) {
        String url = params.path("url").asText();
        if (!mayOpen.test(url)) {
            return Optional.of(AgentUrls.refusal(url));
        }
        return Messages.text(params, "browserContextId")
                .filter(id -> !state.contexts().has(id))
                .filter(id -> registry.defaultContext().filter(id::equals).isEmpty())
                .map(id -> new CdpError(-32000, "Failed to find browser context with id " + id));
    }

    /** Opens a tab behind the human's; completes when the client was told of it and attached to it. */
    Future<Opened> open(ObjectNode params) {
        String url = params.path("url").asText();
        boolean hold = !url.equals(BLANK) && state.autoAttacher().anyWaits();
        Optional<String> context = Messages.text(params, "browserContextId").filter(state.contexts()::has);
        opening = true;
        return identity()
                .compose(known -> registry.open(hold ? BLANK : url, who.owner(), known, context))
                .compose(tab -> collecting(Future.succeededFuture())
                        .map(mustRun -> new Opened(
                                params.path("forTab").asBoolean() ? tab.tabId().orElse(tab.id()) : tab.id(),
                                hold ? () -> state.pausedStarts().pause(tab.id(), url, mustRun) : () -> {})))
                .onComplete(done -> opening = false);
    }

    /** A target of the client is there; completes when the client is attached to it, if it wants that. */
    Future<Void> appeared(OwnTarget target) {
        Future<Set<String>> attached = state.autoAttacher().appeared(target, !bringingFirst);
        if (opening || bringingFirst) {
            attachments.add(attached);
        }
        return attached.mapEmpty();
    }

    /** The sessions that must let the targets run which appeared until {@code there}. */
    private Future<Set<String>> collecting(Future<Void> there) {
        return there.compose(present -> allTold()).compose(told -> {
            List<Future<Set<String>>> all = List.copyOf(attachments);
            attachments.clear();
            return Future.join(all).map(attached -> {
                Set<String> sessions = new HashSet<>();
                all.forEach(one -> sessions.addAll(one.result()));
                return sessions;
            });
        });
    }

    /** Completes when the client was told all that the registry has said so far. */
    private Future<Void> allTold() {
        Promise<Void> told = Promise.promise();
        news.take(
                () -> {
                    told.complete();
                    return Future.succeededFuture();
                },
                0);
        return told.future();
    }

    private Future<Optional<String>> identity() {
        return who.identity();
    }
}
