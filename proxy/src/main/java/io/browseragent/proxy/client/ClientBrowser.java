package io.browseragent.proxy.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.cdp.CdpEnvelope;
import io.browseragent.core.cdp.CdpError;
import io.browseragent.core.cdp.CdpReply;
import io.browseragent.core.cdp.MalformedCommand;
import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.ownership.OwnTarget;
import io.browseragent.proxy.ownership.OwnerListener;
import io.browseragent.proxy.ownership.TargetRegistry;
import io.browseragent.proxy.policy.CommandFilter;
import io.browseragent.proxy.policy.EventFilter;
import io.browseragent.proxy.policy.Verdict;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * One client's own browser: judges its commands, answers those that the real browser would answer with everybody's
 * tabs, and reports the client's targets in Chrome's order. Confined to the client's event loop.
 */
public final class ClientBrowser {

    private static final Logger LOG = Logger.getLogger(ClientBrowser.class);

    private static final CdpError NO_SESSION = new CdpError(-32001, "Session with given id not found.");
    private static final CdpError RESERVED_ID =
            new CdpError(-32600, "browser-agent: ids up to " + OwnCalls.LAST_ID + " are the broker's; count from 1");

    private final Context context;
    private final ClientIdentity who;
    private final TargetRegistry registry;
    private final Ends ends;
    private final Sessions sessions;
    private final TargetView view;
    private final Contexts contexts = new Contexts();
    private final Streams streams = new Streams();
    private final Downloads downloads;
    private final Outbox outbox;
    private final OwnCalls calls;
    private final Subscriptions subscriptions;
    private final AutoAttacher autoAttacher;
    private final PausedStarts pausedStarts;
    private final TargetAnswers answers;
    private final ClientFacts facts;
    private final Endings endings;
    private final OwnerListener listener = new Listener();
    private final Turns news = new Turns(many -> {});

    /**
     * @param context the client's event loop
     * @param mayOpen which addresses agents may open
     */
    public ClientBrowser(
            Context context, ClientIdentity who, TargetRegistry registry, Predicate<String> mayOpen, Ends ends) {
        this.context = context;
        this.who = who;
        this.registry = registry;
        this.ends = ends;
        this.sessions = new Sessions(who.page());
        this.view = new TargetView(sessions);
        this.downloads = new Downloads(view);
        this.outbox = new Outbox(sessions, ends::toClient);
        this.calls = new OwnCalls(ends::toBrowser);
        this.subscriptions = new Subscriptions(view, outbox, who::browserInfo);
        this.endings = new Endings(this::isSessionTarget, subscriptions::gone);
        this.autoAttacher = new AutoAttacher(view, calls);
        this.pausedStarts = new PausedStarts((page, url) -> registry.navigate(page, url)
                .onFailure(error -> LOG.debugf("%s does not start: %s", page, error.getMessage())));
        this.facts = new ClientFacts(view, sessions, contexts, streams, registry, mayOpen);
        this.answers = new TargetAnswers(
                who,
                registry,
                new ClientState(sessions, view, contexts, subscriptions, autoAttacher, pausedStarts),
                calls,
                outbox,
                ends,
                mayOpen,
                news,
                this::receive);
    }

    /** Begins to hear of the client's targets. */
    public void start() {
        answers.after(registry.join(who.owner(), listener));
    }

    /** The connection is over. */
    public void closed() {
        registry.leave(who.owner(), listener);
        calls.fail(new IllegalStateException("the client's connection is over"));
    }

    /** What becomes of a command; {@link #forwarded} or {@link #act} must follow. */
    public Verdict decide(CdpEnvelope command, int length, CommandFilter.Message message) {
        if (!isOpen(command)) {
            // Chrome leaves the session out of this answer.
            CdpEnvelope bare = new CdpEnvelope(command.id(), command.method(), Optional.empty());
            return new Verdict.Reply(CdpReply.error(bare, NO_SESSION), false);
        }
        return judge(command, length, message);
    }

    /** Whether a message may name the session of this command. */
    private boolean isOpen(CdpEnvelope command) {
        return command.sessionId().isEmpty()
                || sessions.find(command.sessionId().get())
                        .filter(Session::flat)
                        .isPresent();
    }

    private Verdict judge(CdpEnvelope command, int length, CommandFilter.Message message) {
        if (OwnCalls.isOwn(command.id())) {
            return new Verdict.Reply(CdpReply.error(command, RESERVED_ID), false);
        }
        boolean shared = command.sessionId()
                .flatMap(sessions::find)
                .filter(Session::shared)
                .isPresent();
        if (shared && !SharedWorkers.mayDo(command.method())) {
            return new Verdict.Reply(CdpReply.error(command, CdpError.NOT_ALLOWED), false);
        }
        try {
            return CommandFilter.decide(
                    command, sessions.kind(command.sessionId()).orElseThrow(), facts, length, message);
        } catch (RuntimeException fault) {
            // A fault of ours costs this one command, not the connection.
            LOG.errorf(fault, "%s cannot be judged", command.method());
            return new Verdict.Reply(CdpReply.error(command, CdpError.internal(command.method())), false);
        }
    }

    /** The command's own bytes go to the browser now. */
    public void forwarded(CdpEnvelope command, Verdict.Note note) {
        switch (note) {
            case DRAW -> facts.page(command.sessionId()).map(TargetId::new).ifPresent(registry::draw);
            case RUN -> command.sessionId().ifPresent(session -> pausedStarts.runs(command.id(), session));
            case STREAM -> streams.expect(command.id(), command.sessionId());
            case NONE -> {}
        }
    }

    /** Does what a verdict other than {@link Verdict.Forward} says. */
    public void act(CdpEnvelope command, Verdict verdict) {
        // To a session that it does not have the client gets its answer on the connection itself.
        act(command, verdict, isOpen(command) ? command.sessionId() : Optional.empty());
    }

    private void act(CdpEnvelope command, Verdict verdict, Optional<String> answerIn) {
        if (verdict instanceof Verdict.Reply reply) {
            outbox.send(reply.message(), answerIn);
            if (reply.thenEnd()) {
                ends.end();
            }
        } else if (verdict instanceof Verdict.Rewritten rewritten) {
            ends.toBrowser(rewritten.message());
        } else if (verdict instanceof Verdict.Ask ask) {
            answers.answer(ask);
        }
    }

    /** A command that came inside {@code Target.sendMessageToTarget}. */
    private void receive(String message, Session session) {
        byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
        CdpEnvelope inner;
        try {
            inner = CdpEnvelope.read(bytes, 0, bytes.length);
        } catch (MalformedCommand malformed) {
            outbox.send(CdpReply.error(malformed), Optional.of(session.id()));
            return;
        }
        ObjectNode tree = Messages.read(bytes);
        tree.put("sessionId", inner.sessionId().orElse(session.id()));
        byte[] addressed = Messages.bytes(tree);
        CdpEnvelope command = new CdpEnvelope(
                inner.id(), inner.method(), Optional.of(tree.path("sessionId").asText()));
        if (sessions.find(tree.path("sessionId").asText()).isEmpty()) {
            CdpEnvelope bare = new CdpEnvelope(command.id(), command.method(), Optional.empty());
            outbox.send(CdpReply.error(bare, NO_SESSION), Optional.of(session.id()));
            return;
        }
        Verdict verdict = judge(command, addressed.length, () -> addressed);
        if (verdict instanceof Verdict.Forward forward) {
            forwarded(command, forward.note());
            ends.toBrowser(addressed);
        } else {
            act(command, verdict, command.sessionId());
        }
    }

    /** Whether a message of the browser must be given to {@link #told} instead of being passed on. */
    public boolean mustTell(long replyId, String eventMethod) {
        return eventMethod.isEmpty()
                ? OwnCalls.isOwn(replyId)
                        || streams.mayBeExpected(replyId)
                        || pausedStarts.mayBeExpected(replyId)
                        || sessions.anyNotFlat()
                : eventMethod.startsWith("Target.")
                        || Downloads.concerns(eventMethod)
                        || EventFilter.mustJudge(eventMethod)
                        || sessions.anyNotFlat();
    }

    /** A message of the browser for which {@link #mustTell} was true. */
    public void told(byte[] bytes) {
        try {
            hear(bytes);
        } catch (RuntimeException fault) {
            // A fault of ours costs this one message, not the connection.
            LOG.errorf(fault, "a message of the browser cannot be passed on (%d bytes)", bytes.length);
        }
    }

    private void hear(byte[] bytes) {
        ObjectNode message = Messages.read(bytes);
        Optional<String> session = Messages.text(message, "sessionId");
        if (message.has("id")) {
            reply(message, bytes, session);
            return;
        }
        switch (message.path("method").asText()) {
            case "Target.attachedToTarget" -> attached(message, session);
            case "Target.detachedFromTarget" -> detached(message, session);
            // Discovery is told from the registry; the browser's own would name the human's targets.
            case "Target.targetCreated",
                    "Target.targetInfoChanged",
                    "Target.targetDestroyed",
                    "Target.targetCrashed" -> {}
            case Downloads.BEGINS, Downloads.PROGRESS -> {
                if (downloads.isOwn(message)) {
                    outbox.send(bytes, session);
                }
            }
            default -> judged(message.path("method").asText(), bytes).ifPresent(event -> outbox.send(event, session));
        }
    }

    private Optional<byte[]> judged(String method, byte[] event) {
        return EventFilter.mustJudge(method) ? EventFilter.judge(event, facts) : Optional.of(event);
    }

    private void reply(ObjectNode message, byte[] bytes, Optional<String> session) {
        int id = message.path("id").asInt();
        if (OwnCalls.isOwn(id)) {
            calls.settle(message);
            return;
        }
        streams.reply(id, session, message.path("result"));
        outbox.send(bytes, session);
        pausedStarts.reply(id, session);
    }

    private void attached(ObjectNode message, Optional<String> parent) {
        ObjectNode params = (ObjectNode) message.path("params");
        ObjectNode info = (ObjectNode) params.path("targetInfo");
        TargetId target = new TargetId(info.path("targetId").asText());
        String type = info.path("type").asText();
        boolean wasAttached = sessions.isAttached(target);
        Session session = answers.attaching().session(params.path("sessionId").asText(), type, target, parent);
        sessions.opened(session);
        if (type.equals("browser")) {
            info.put("targetId", who.browserId());
        } else if (!view.owns(target) && !session.shared()) {
            sessions.target(parent).flatMap(view::page).ifPresent(page -> view.child(target, page));
        }
        view.context(target).ifPresent(virtual -> info.put("browserContextId", virtual));
        if (autoAttacher.isWaiting(parent, target)) {
            params.put("waitingForDebugger", true);
            pausedStarts.announced(session.id());
        } else if (session.shared() && params.path("waitingForDebugger").asBoolean()) {
            // His tabs of the same site must not wait for this client.
            calls.call("Runtime.runIfWaitingForDebugger", Messages.object(), Optional.of(session.id()));
        }
        if (!wasAttached) {
            view.find(target).ifPresent(subscriptions::changed);
        }
        outbox.event("Target.attachedToTarget", params, parent);
    }

    private void detached(ObjectNode message, Optional<String> parent) {
        List<Session> ended =
                sessions.closed(message.path("params").path("sessionId").asText());
        ended.forEach(session -> {
            pausedStarts.letRun(session.id());
            autoAttacher.ended(session);
            subscriptions.stop(Optional.of(session.id()));
        });
        ended.stream()
                .map(Session::target)
                .distinct()
                .filter(target -> !sessions.isAttached(target))
                .flatMap(target -> view.find(target).stream())
                .forEach(subscriptions::changed);
        outbox.event("Target.detachedFromTarget", (ObjectNode) message.path("params"), parent);
        endings.tellWhatHasEnded();
    }

    private boolean isSessionTarget(TargetId target) {
        return sessions.all().stream().anyMatch(session -> session.target().equals(target));
    }

    /** What the registry tells, brought to this client's loop in its order. */
    private final class Listener implements OwnerListener {

        private void run(Runnable work) {
            take(() -> {
                work.run();
                return Future.succeededFuture();
            });
        }

        private void take(Supplier<Future<Void>> step) {
            context.runOnContext(ignored -> news.take(step, 0));
        }

        @Override
        public void appeared(OwnTarget target) {
            take(() -> {
                view.put(target);
                subscriptions.appeared(target);
                // What is told next waits, as in Chrome, until the client is attached to this one.
                return answers.opening().appeared(target);
            });
        }

        @Override
        public void changed(OwnTarget target) {
            run(() -> {
                if (view.find(target.id()).isPresent()) {
                    view.put(target);
                    subscriptions.changed(target);
                }
            });
        }

        @Override
        public void crashed(TargetId id, String status, int errorCode) {
            run(() -> subscriptions.crashed(id, status, errorCode));
        }

        @Override
        public void gone(TargetId id) {
            run(() -> {
                pausedStarts.gone(id);
                TargetId page = view.remove(id).map(OwnTarget::page).orElse(id);
                endings.gone(id, page);
            });
        }

        @Override
        public void expelled(TargetId page, String url, String why) {
            run(() -> {
                ObjectNode entry = Messages.object()
                        .put("source", "security")
                        .put("level", "error")
                        .put("text", "browser-agent: this tab is closed: " + why)
                        .put("timestamp", (double) System.currentTimeMillis())
                        .put("url", url);
                ObjectNode params = Messages.object().set("entry", entry);
                if (who.page().filter(page::equals).isPresent()) {
                    outbox.event("Log.entryAdded", params, Optional.empty());
                }
                sessions.all().stream()
                        .filter(session -> session.target().equals(page))
                        .forEach(session -> outbox.event("Log.entryAdded", params, Optional.of(session.id())));
            });
        }
    }
}
