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
    private final FlowControl flow;
    private final PendingTabs pendingTabs = new PendingTabs();

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
        this.flow = new FlowControl(vertx, socket, client, browser, settings.stall(), this::stalled);
        this.fromClient = new WholeMessages(new FromClient(), settings.budget(), settings.maxMessage());
    }

    void start() {
        socket.exceptionHandler(error -> LOG.debugf("%s: %s", name, error.getMessage()));
        socket.closeHandler(closed -> clientGone());
        socket.drainHandler(drained -> flow.clientDrained());
        socket.handler(fromClient);
        browser.start(new BrowserSession.Receiver() {
            @Override
            public void frames(Buffer bytes) {
                fromBrowser.handle(bytes);
            }

            @Override
            public void drained() {
                flow.browserDrained();
            }

            @Override
            public void gone() {
                browserGone();
            }
        });
        socket.resume();
        if (!client.isConnected()) {
            clientGone();
        }
    }

    /** Ends both sides, with a reason for the client. */
    void close(CloseStatus status) {
        fromClient.stop();
        client.close(status);
        clientLeft();
    }

    private void clientGone() {
        fromClient.stop();
        client.end();
        clientLeft();
    }

    /** Nothing more will come from the client, or is wanted of it. */
    private void clientLeft() {
        if (left) {
            return;
        }
        left = true;
        flow.clientLeft();
        if (browserGone || pendingTabs.isEmpty()) {
            finish();
        } else {
            vertx.setTimer(LINGER_MS, fired -> finish());
        }
    }

    private void browserGone() {
        if (!browserGone) {
            browserEnded(new CloseStatus(
                    CloseStatus.GOING_AWAY,
                    "the browser ended this connection: the tab was closed, or the browser is gone"));
        }
    }

    private void browserEnded(CloseStatus status) {
        browserGone = true;
        fromBrowser.stop();
        close(status);
        // Where the client had left before, no reply comes any more that could be waited for.
        finish();
    }

    private void finish() {
        if (!finished) {
            finished = true;
            fromBrowser.stop();
            browser.end();
            claims.gone().run();
        }
    }

    private void stalled() {
        LOG.warnf(
                "%s has read nothing for %d s while data waits for it; it is closed",
                name, settings.stall().toSeconds());
        close(new CloseStatus(
                CloseStatus.POLICY, "nothing was read for " + settings.stall().toSeconds() + " s while data waited"));
    }

    private void tabIsClaimed(byte[] createReply) {
        pendingTabs.settle(createReply);
        send(Frames.text(createReply));
        if (left && pendingTabs.isEmpty()) {
            finish();
        }
    }

    private void send(Buffer frame) {
        client.send(frame);
        flow.sentToClient();
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
            return CommandFilter.decide(command, payload.readableBytes(), () -> ByteBufUtil.getBytes(payload));
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
            flow.deciding(true);
            vertx.executeBlocking(() -> decide(payload), false).onComplete(decided -> {
                flow.deciding(false);
                verdict = decided.result();
                if (decided.failed()) {
                    LOG.errorf(decided.cause(), "%s: a command could not be read", name);
                    close(new CloseStatus(CloseStatus.INTERNAL, "browser-agent: internal error; see the log"));
                }
                fromClient.resume(outcome() == WholeMessages.Outcome.FORWARD);
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
                forward(Frames.maskedText(open.message()));
            } else if (verdict instanceof Verdict.Reply reply) {
                send(Frames.text(reply.message()));
                if (reply.thenEnd()) {
                    close(new CloseStatus(CloseStatus.NORMAL, ""));
                }
            }
        }

        @Override
        public void forward(Buffer frames) {
            browser.write(frames);
            flow.sentToBrowser();
        }

        @Override
        public void forward(Buffer frame, Runnable written) {
            browser.write(frame, written);
            flow.sentToBrowser();
        }

        @Override
        public void ping(byte[] payload) {
            send(Frames.pong(payload));
        }

        @Override
        public void ended(CloseStatus status, boolean byClient) {
            // A browser that is told goodbye sends no reply any more, and its tab would stay.
            if (byClient && pendingTabs.isEmpty()) {
                browser.write(Frames.maskedClose(status));
            } else {
                LOG.infof("%s broke the websocket protocol: %s", name, status.reason());
            }
            close(status);
            if (byClient) {
                // Both have said goodbye; a client then waits for this end to close.
                client.end();
            }
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
            flow.sentToClient();
        }

        @Override
        public boolean wantsGap() {
            return client.wantsGap();
        }

        @Override
        public void told(byte[] payload) {
            if (!creating) {
                sessions.observe(payload);
                send(Frames.text(payload));
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
            browserEnded(status);
        }
    }
}
