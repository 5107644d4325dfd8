package io.browseragent.proxy.client;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.cdp.CdpEnvelope;
import io.browseragent.core.cdp.CdpError;
import io.browseragent.core.cdp.CdpReply;
import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.ownership.TargetRegistry;
import io.browseragent.proxy.policy.SessionKind;
import io.browseragent.proxy.policy.Verdict;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Answers the {@code Target} commands from what the client owns, one after the other. Words of errors are Chrome's
 * (measured against Chromium 156). Confined to the client's event loop.
 */
final class TargetAnswers {

    private static final Logger LOG = Logger.getLogger(TargetAnswers.class);

    private static final CdpError NO_SESSION = new CdpError(-32602, "No session with given id");
    private static final CdpError NO_SESSION_NAMED = new CdpError(-32602, "Session id must be specified");
    private static final CdpError FLAT_ONLY =
            new CdpError(-32602, "Only flatten protocol is supported with browser level auto-attach");
    private static final CdpError FILTER_WITHOUT_DISCOVERY =
            new CdpError(-32602, "Filter should not be present with `discover` is off");

    private final ClientIdentity who;
    private final TargetRegistry registry;
    private final ClientState state;
    private final OwnCalls calls;
    private final Outbox outbox;
    private final Ends ends;
    private final BiConsumer<String, Session> receive;
    private final TabOpening opening;
    private final Attaching attaching;
    private final Turns turns;

    /**
     * @param news what the client is told of its targets, in turn
     * @param receive takes a command that came inside {@code Target.sendMessageToTarget}
     */
    TargetAnswers(
            ClientIdentity who,
            TargetRegistry registry,
            ClientState state,
            OwnCalls calls,
            Outbox outbox,
            Ends ends,
            Predicate<String> mayOpen,
            Turns news,
            BiConsumer<String, Session> receive) {
        this.who = who;
        this.registry = registry;
        this.state = state;
        this.calls = calls;
        this.outbox = outbox;
        this.ends = ends;
        this.receive = receive;
        this.turns = new Turns(ends::behind);
        this.opening = new TabOpening(who, registry, state, mayOpen, news);
        this.attaching = new Attaching(who, registry, state, calls);
    }

    /** No command is answered before this is complete. */
    void after(Future<Void> ready) {
        turns.take(() -> ready, 0);
    }

    Attaching attaching() {
        return attaching;
    }

    TabOpening opening() {
        return opening;
    }

    void answer(Verdict.Ask ask) {
        CdpEnvelope command = ask.command();
        ObjectNode params = ask.params();
        switch (ask.answer()) {
            // At once: what the client sends after it to the same session must not overtake it.
            case SET_CHILD_AUTO_ATTACH -> childAutoAttach(command, params);
            case SEND_MESSAGE_TO_TARGET -> sendMessage(command, params);
            case DETACH_FROM_TARGET -> inTurn(ask, () -> forward(command, params));
            case GET_TARGETS -> inTurn(ask, () -> targets(command, params));
            case GET_TARGET_INFO -> inTurn(ask, () -> targetInfo(command, params));
            case SET_DISCOVER_TARGETS -> inTurn(ask, () -> discover(command, params));
            case SET_AUTO_ATTACH -> inTurn(ask, () -> autoAttach(command, params));
            case ATTACH_TO_TARGET -> inTurn(ask, () -> attach(command, params));
            case ATTACH_TO_BROWSER_TARGET -> inTurn(ask, () -> forward(command, params));
            case AUTO_ATTACH_RELATED -> inTurn(ask, () -> ifOwn(command, params, () -> forward(command, params)));
            case CLOSE_TARGET -> inTurn(ask, () -> ifOwn(command, params, () -> forward(command, params)));
            case ACTIVATE_TARGET, GET_DEVTOOLS_TARGET ->
                inTurn(ask, () -> ifOwn(command, params, () -> reply(command, Messages.object())));
            case CREATE_TARGET -> inTurn(ask, () -> create(command, params));
            case CREATE_CONTEXT ->
                inTurn(
                        ask,
                        () -> reply(
                                command,
                                Messages.object()
                                        .put(
                                                "browserContextId",
                                                state.contexts().create())));
            case GET_CONTEXTS -> inTurn(ask, () -> contexts(command));
            case DISPOSE_CONTEXT -> inTurn(ask, () -> dispose(command, params));
        }
    }

    /** A fault costs the command, not those behind it. */
    private void inTurn(Verdict.Ask ask, Supplier<Future<Void>> step) {
        turns.take(
                () -> {
                    Future<Void> taken;
                    try {
                        taken = step.get();
                    } catch (RuntimeException fault) {
                        taken = Future.failedFuture(fault);
                    }
                    return taken.onFailure(error -> failed(ask.command(), error));
                },
                ask.length());
    }

    private void failed(CdpEnvelope command, Throwable error) {
        LOG.debugf(error, "%s failed", command.method());
        refuse(command, new CdpError(-32000, "browser-agent: " + command.method() + " failed: " + error.getMessage()));
    }

    private Future<Void> reply(CdpEnvelope command, ObjectNode result) {
        outbox.send(Messages.result(command, result), command.sessionId());
        return Future.succeededFuture();
    }

    private Future<Void> refuse(CdpEnvelope command, CdpError error) {
        outbox.send(CdpReply.error(command, error), command.sessionId());
        return Future.succeededFuture();
    }

    private Future<Void> forward(CdpEnvelope command, ObjectNode params) {
        ends.toBrowser(Messages.command(command.id(), command.method(), params, command.sessionId()));
        return Future.succeededFuture();
    }

    /** Sends the browser's answer on as this command's. */
    private void relay(CdpEnvelope command, ObjectNode answer) {
        ObjectNode reply = Messages.object().put("id", command.id());
        reply.setAll((ObjectNode) answer.deepCopy().without(java.util.List.of("id", "sessionId")));
        command.sessionId().ifPresent(session -> reply.put("sessionId", session));
        outbox.send(Messages.bytes(reply), command.sessionId());
    }

    private Future<Void> ifOwn(CdpEnvelope command, ObjectNode params, Supplier<Future<Void>> then) {
        return attaching
                .mayUse(params.path("targetId").asText())
                .compose(own -> own ? then.get() : refuse(command, CdpError.NO_TARGET));
    }

    /** Whoever looks at his targets for the first time and has none gets one. */
    private Future<Void> atLeastOne(CdpEnvelope command) {
        boolean looksAtTheBrowser = who.page().isEmpty()
                && state.sessions().kind(command.sessionId()).equals(Optional.of(SessionKind.BROWSER));
        return looksAtTheBrowser ? opening.first() : Future.succeededFuture();
    }

    private Future<Void> targets(CdpEnvelope command, ObjectNode params) {
        TargetFilter filter = TargetFilter.of(params);
        return atLeastOne(command)
                .compose(present -> registry.refresh(who.owner()))
                .compose(refreshed -> {
                    ObjectNode result = Messages.object();
                    ArrayNode infos = result.putArray("targetInfos");
                    state.view().all().stream()
                            .filter(target -> filter.matches(target.type()))
                            .forEach(target -> infos.add(state.view().describe(target)));
                    return reply(command, result);
                });
    }

    private Future<Void> targetInfo(CdpEnvelope command, ObjectNode params) {
        String target = Messages.text(params, "targetId")
                .or(() -> state.sessions().target(command.sessionId()).map(TargetId::value))
                .orElse(who.browserId());
        if (target.equals(who.browserId()) || isBrowserSession(command, params)) {
            return reply(command, Messages.object().set("targetInfo", who.browserInfo()));
        }
        return attaching
                .mayUse(target)
                .compose(own -> own ? describe(command, new TargetId(target)) : refuse(command, CdpError.NO_TARGET));
    }

    private Future<Void> describe(CdpEnvelope command, TargetId target) {
        return calls.call("Target.getTargetInfo", Messages.object().put("targetId", target.value()), Optional.empty())
                .map(answer -> {
                    if (answer.path("result").path("targetInfo") instanceof ObjectNode info) {
                        info.put("attached", state.sessions().isAttached(target));
                        state.view().context(target).ifPresent(virtual -> info.put("browserContextId", virtual));
                    }
                    relay(command, answer);
                    return null;
                });
    }

    private boolean isBrowserSession(CdpEnvelope command, ObjectNode params) {
        return !params.has("targetId")
                && state.sessions().kind(command.sessionId()).equals(Optional.of(SessionKind.BROWSER));
    }

    private Future<Void> discover(CdpEnvelope command, ObjectNode params) {
        Optional<String> session = command.sessionId();
        if (!params.path("discover").asBoolean()) {
            if (!params.path("filter").isEmpty()) {
                return refuse(command, FILTER_WITHOUT_DISCOVERY);
            }
            state.subscriptions().stop(session);
            return reply(command, Messages.object());
        }
        return atLeastOne(command).compose(present -> {
            state.subscriptions().start(session, TargetFilter.of(params));
            return reply(command, Messages.object());
        });
    }

    private Future<Void> autoAttach(CdpEnvelope command, ObjectNode params) {
        Optional<String> session = command.sessionId();
        if (!params.path("flatten").asBoolean()) {
            return refuse(command, FLAT_ONLY);
        }
        if (!params.path("autoAttach").asBoolean()) {
            return state.autoAttacher().disable(session).compose(done -> reply(command, Messages.object()));
        }
        AutoAttacher.Rule rule = new AutoAttacher.Rule(
                TargetFilter.of(params), params.path("waitForDebuggerOnStart").asBoolean());
        return atLeastOne(command)
                .compose(present -> state.autoAttacher().enable(session, rule))
                .compose(attached -> reply(command, Messages.object()));
    }

    /** The browser does it: below a page there are only the page's own frames and workers. */
    private void childAutoAttach(CdpEnvelope command, ObjectNode params) {
        state.sessions()
                .childrenAreFlat(command.sessionId(), params.path("flatten").asBoolean());
        params.put("flatten", true);
        forward(command, params);
    }

    private Future<Void> attach(CdpEnvelope command, ObjectNode params) {
        if (params.path("targetId").asText().equals(who.browserId())) {
            CdpEnvelope browser = new CdpEnvelope(command.id(), "Target.attachToBrowserTarget", command.sessionId());
            return forward(browser, Messages.object());
        }
        return ifOwn(command, params, () -> {
            if (params.path("flatten").asBoolean()) {
                return forward(command, params);
            }
            return attaching.notFlat(command, params).map(answer -> {
                relay(command, answer);
                return null;
            });
        });
    }

    private void sendMessage(CdpEnvelope command, ObjectNode params) {
        Optional<Session> session = attaching.addressed(command.sessionId(), params);
        if (session.isEmpty()) {
            boolean named = params.has("sessionId") || params.has("targetId");
            refuse(command, named ? NO_SESSION : NO_SESSION_NAMED);
            return;
        }
        reply(command, Messages.object());
        receive.accept(params.path("message").asText(), session.get());
    }

    private Future<Void> create(CdpEnvelope command, ObjectNode params) {
        Optional<CdpError> refusal = opening.refusal(params);
        if (refusal.isPresent()) {
            return refuse(command, refusal.get());
        }
        return opening.open(params).compose(opened -> {
            reply(command, Messages.object().put("targetId", opened.answer().value()));
            opened.begin().run();
            return Future.succeededFuture();
        });
    }

    private Future<Void> contexts(CdpEnvelope command) {
        ObjectNode result = Messages.object();
        ArrayNode ids = result.putArray("browserContextIds");
        state.contexts().ids().forEach(ids::add);
        registry.defaultContext().ifPresent(id -> result.put("defaultBrowserContextId", id));
        return reply(command, result);
    }

    private Future<Void> dispose(CdpEnvelope command, ObjectNode params) {
        String id = params.path("browserContextId").asText();
        if (!state.contexts().has(id)) {
            return refuse(command, new CdpError(-32000, "Failed to find context with id " + id));
        }
        return registry.closeContext(who.owner(), id).compose(closed -> {
            state.contexts().remove(id);
            return reply(command, Messages.object());
        });
    }
}
