package io.browseragent.proxy.wire;

import io.browseragent.core.cdp.BrowserHead;
import io.browseragent.core.cdp.CdpEnvelope;
import io.browseragent.core.cdp.CdpError;
import io.browseragent.core.cdp.CdpReply;
import io.browseragent.core.cdp.MalformedCommand;
import io.browseragent.proxy.browser.BrowserSession;
import io.browseragent.proxy.frame.CloseStatus;
import io.browseragent.proxy.frame.Frames;
import io.browseragent.proxy.frame.StreamedMessages;
import io.browseragent.proxy.frame.WholeMessages;
import io.browseragent.proxy.policy.CommandFilter;
import io.browseragent.proxy.policy.Verdict;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import org.jboss.logging.Logger;

/**
 * Joins a client's websocket with its own session of the browser. Commands pass the filter, the browser's messages pass
 * through; whoever does not read slows down the other side of this pipe and nobody else.
 *
 * <p>Confined to one event loop, on which both sockets live.
 */
final class Pipe {

    private static final Logger LOG = Logger.getLogger(Pipe.class);

    /** A message of this size is read in well under a millisecond; larger ones are read on a worker. */
    private static final int LARGE = 1 << 20;
    /** How long the replies of a client that is gone are waited for, so that no tab of its is left behind. */
    private static final long LINGER_MS = 5_000;

    private final Vertx vertx;
    private final Context context;
    private final String name;
    private final ClientSessions sessions;
    private final NetSocket socket;
    private final BrowserSession browser;
    private final PipeSettings settings;
    private final TabClaims claims;
    private final ClientSocket client;
    private final WholeMessages fromClient;
    private final StreamedMessages fromBrowser;
    private final PendingTabs pendingTabs = new PendingTabs();

    private boolean deciding;
    private boolean browserFull;
    private boolean answersWait;
    private boolean clientFull;
    private long stallTimer = -1;
    private boolean left;
    private boolean browserGone;
    private boolean finished;

    Pipe(
            Vertx vertx,
            String name,
            ClientSessions sessions,
            NetSocket socket,
            BrowserSession browser,
            PipeSettings settings,
            TabClaims claims) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.name = name;
        this.sessions = sessions;
        this.socket = socket;
        this.browser = browser;
        this.settings = settings;
        this.claims = claims;
        this.fromBrowser = new StreamedMessages(new FromBrowser(), BrowserHead.LENGTH);
        this.client = new ClientSocket(vertx, socket, fromBrowser::betweenMessages);
        this.fromClient = new WholeMessages(new FromClient(), settings.budget(), settings.maxMessage());
    }

    void start() {
        socket.exceptionHandler(error -> LOG.debugf("%s: %s", name, error.getMessage()));
        socket.closeHandler(closed -> clientGone());
        socket.drainHandler(drained -> clientDrained());
        socket.handler(fromClient);
        browser.start(new BrowserSession.Receiver() {
            @Override
            public void frames(Buffer bytes) {
                fromBrowser.handle(bytes);
            }

            @Override
            public void drained() {
                browserFull = false;
                steerClient();
            }

            @Override
            public void gone() {
                browserGone();
            }
        });
        socket.resume();
    }

    /** Ends both sides, with a reason for the client. */
    void close(CloseStatus status) {
        fromClient.stop();
        client.close(status);
        clientLeft();
    }

    private void clientGone() {
        fromClient.stop();
        clientLeft();
    }

    /** Nothing more will come from the client, or is wanted of it. */
    private void clientLeft() {
        if (left) {
            return;
        }
        left = true;
        stopStallTimer();
        if (browserGone || pendingTabs.isEmpty()) {
            finish();
        } else {
            browser.resume();
            vertx.setTimer(LINGER_MS, fired -> finish());
        }
    }

    private void browserGone() {
        if (!browserGone) {
            browserGone = true;
            fromBrowser.stop();
            close(new CloseStatus(
                    CloseStatus.GOING_AWAY,
                    "the browser ended this connection: the tab was closed, or the browser is gone"));
        }
    }

    private void finish() {
        if (!finished) {
            finished = true;
            fromBrowser.stop();
            browser.end();
            claims.gone().run();
        }
    }

    /** The client is read only while what it sends can go somewhere. */
    private void steerClient() {
        if (left) {
            return;
        }
        if (deciding || browserFull || answersWait) {
            socket.pause();
        } else {
            socket.resume();
        }
    }

    private void clientDrained() {
        if (clientFull) {
            clientFull = false;
            stopStallTimer();
            browser.resume();
        }
        releaseAnswers();
    }

    private void releaseAnswers() {
        if (answersWait && !client.isFull()) {
            answersWait = false;
            steerClient();
        }
    }

    private void watchClientQueue() {
        if (!clientFull && !left && socket.writeQueueFull()) {
            clientFull = true;
            browser.pause();
            stallTimer = vertx.setTimer(settings.stall().toMillis(), fired -> stalled());
        }
    }

    private void stalled() {
        stallTimer = -1;
        LOG.warnf(
                "%s has read nothing for %d s while data waits for it; it is closed",
                name, settings.stall().toSeconds());
        close(new CloseStatus(
                CloseStatus.POLICY, "nothing was read for " + settings.stall().toSeconds() + " s while data waited"));
    }

    private void stopStallTimer() {
        if (stallTimer != -1) {
            vertx.cancelTimer(stallTimer);
            stallTimer = -1;
        }
    }

    private void tabIsClaimed(byte[] createReply) {
        pendingTabs.settle(createReply);
        client.send(Frames.text(createReply));
        watchClientQueue();
        if (left && pendingTabs.isEmpty()) {
            finish();
        }
    }

    private void answer(Buffer frame) {
        client.send(frame);
        if (client.isFull()) {
            answersWait = true;
            steerClient();
        }
    }

    /** Never throws: a fault of ours costs this one command, not the session. */
    private static Verdict decide(ByteBuf payload) {
        CdpEnvelope command;
        try {
            command = envelope(payload);
        } catch (MalformedCommand malformed) {
            return new Verdict.Reply(CdpReply.error(malformed), false);
        }
        try {
            return CommandFilter.decide(command, () -> ByteBufUtil.getBytes(payload));
        } catch (RuntimeException fault) {
            LOG.errorf(fault, "%s cannot be handled", command.method());
            return new Verdict.Reply(CdpReply.error(command, CdpError.internal(command.method())), false);
        }
    }

    private static CdpEnvelope envelope(ByteBuf payload) throws MalformedCommand {
        return payload.hasArray()
                ? CdpEnvelope.read(
                        payload.array(), payload.arrayOffset() + payload.readerIndex(), payload.readableBytes())
                : CdpEnvelope.read(new ByteBufInputStream(payload.duplicate()));
    }

    private final class FromClient implements WholeMessages.Sink {

        private Verdict verdict;

        @Override
        public WholeMessages.Outcome message(ByteBuf payload) {
            if (payload.readableBytes() <= LARGE) {
                verdict = decide(payload);
                return outcome();
            }
            deciding = true;
            steerClient();
            vertx.executeBlocking(() -> decide(payload), false).onComplete(decided -> {
                deciding = false;
                verdict = decided.result();
                fromClient.resume(outcome() == WholeMessages.Outcome.FORWARD);
                steerClient();
            });
            return WholeMessages.Outcome.WAIT;
        }

        private WholeMessages.Outcome outcome() {
            if (verdict instanceof Verdict.ForwardDrawn drawn) {
                sessions.page(drawn.sessionId()).ifPresent(claims.draw());
                return WholeMessages.Outcome.FORWARD;
            }
            return verdict instanceof Verdict.Forward ? WholeMessages.Outcome.FORWARD : WholeMessages.Outcome.CONSUME;
        }

        @Override
        public void consumed() {
            if (verdict instanceof Verdict.OpenTab open) {
                pendingTabs.add(open.id());
                forward(Frames.maskedText(open.message()), () -> {});
            } else if (verdict instanceof Verdict.Reply reply) {
                answer(Frames.text(reply.message()));
                if (reply.thenEnd()) {
                    close(new CloseStatus(CloseStatus.NORMAL, ""));
                }
            }
        }

        @Override
        public void forward(Buffer frames, Runnable written) {
            browser.write(frames).onComplete(done -> written.run());
            if (!browserFull && browser.writeQueueFull()) {
                browserFull = true;
                steerClient();
            }
        }

        @Override
        public void ping(byte[] payload) {
            answer(Frames.pong(payload));
        }

        @Override
        public void ended(CloseStatus status, boolean byClient) {
            if (byClient) {
                browser.write(Frames.maskedClose(status));
            } else {
                LOG.infof("%s broke the websocket protocol: %s", name, status.reason());
            }
            close(status);
        }
    }

    private final class FromBrowser implements StreamedMessages.Sink {

        /** Whether the message being told is the reply to a command that opens a tab. */
        private boolean creating;

        @Override
        public StreamedMessages.Look head(ByteBuf in, int from, int length) {
            creating = pendingTabs.isReply(in, from, length);
            return creating || ClientSessions.concerns(BrowserHead.eventMethod(in, from, length))
                    ? StreamedMessages.Look.TELL
                    : StreamedMessages.Look.PASS;
        }

        @Override
        public void pass(Buffer bytes) {
            client.pass(bytes);
            releaseAnswers();
            watchClientQueue();
        }

        @Override
        public void told(byte[] payload) {
            if (!creating) {
                sessions.observe(payload);
                client.send(Frames.text(payload));
                watchClientQueue();
                return;
            }
            PendingTabs.openedBy(payload)
                    .map(claims.opened())
                    .orElse(Future.succeededFuture())
                    .onComplete(claimed -> context.runOnContext(ignored -> tabIsClaimed(payload)));
        }

        @Override
        public void ping(byte[] payload) {
            browser.write(Frames.maskedPong(payload));
        }

        @Override
        public void ended(CloseStatus status) {
            browserGone = true;
            close(status);
        }
    }
}
