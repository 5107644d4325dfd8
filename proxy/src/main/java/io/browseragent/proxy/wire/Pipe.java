package io.browseragent.proxy.wire;

import io.browseragent.core.cdp.BrowserHead;
import io.browseragent.core.cdp.CdpEnvelope;
import io.browseragent.core.cdp.CdpReply;
import io.browseragent.core.cdp.MalformedCommand;
import io.browseragent.proxy.browser.BrowserSession;
import io.browseragent.proxy.client.ClientBrowser;
import io.browseragent.proxy.client.Ends;
import io.browseragent.proxy.frame.CloseStatus;
import io.browseragent.proxy.frame.Frames;
import io.browseragent.proxy.frame.StreamedMessages;
import io.browseragent.proxy.frame.WholeMessages;
import io.browseragent.proxy.policy.Verdict;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * Joins a client's websocket with its own session of the browser. Commands pass the filter, the browser's messages pass
 * through; whoever does not read slows down the other side of this pipe and nobody else.
 *
 * <p>Confined to one event loop, on which both sockets live.
 */
final class Pipe {

    private static final Logger LOG = Logger.getLogger(Pipe.class);

    /** Of a browser's message that does not just pass, but is read here: in memory it is several times as large. */
    private static final int MAX_TOLD = 8 << 20;

    /** A message of this size is read in well under a millisecond; larger ones are read on a worker. */
    private static final int LARGE = 1 << 20;

    private final Vertx vertx;
    private final Context context;
    private final String name;
    private final NetSocket socket;
    private final BrowserSession browser;
    private final PipeSettings settings;
    private final ClientBrowser own;
    private final Runnable gone;
    private final ClientSocket client;
    private final WholeMessages fromClient;
    private final StreamedMessages fromBrowser;
    private final FlowControl flow;

    private boolean finished;

    /**
     * @param own gives the client's own browser, between the two ends of this pipe
     * @param gone runs once, when the client is gone
     */
    Pipe(
            Vertx vertx,
            String name,
            NetSocket socket,
            BrowserSession browser,
            PipeSettings settings,
            Function<Ends, ClientBrowser> own,
            Runnable gone) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.name = name;
        this.socket = socket;
        this.browser = browser;
        this.settings = settings;
        this.gone = gone;
        this.own = own.apply(new BothEnds());
        this.fromBrowser = new StreamedMessages(new FromBrowser(), BrowserHead.LENGTH, MAX_TOLD);
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
            public void frames(ByteBuf bytes) {
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
        own.start();
        socket.resume();
        if (!client.isConnected()) {
            clientGone();
        }
    }

    /** Ends both sides, with a reason for the client. */
    void close(CloseStatus status) {
        fromClient.stop();
        client.close(status);
        finish();
    }

    private void clientGone() {
        fromClient.stop();
        client.end();
        finish();
    }

    private void browserGone() {
        close(new CloseStatus(
                CloseStatus.GOING_AWAY,
                "the browser ended this connection: the tab was closed, or the browser is gone"));
    }

    /** Nothing more comes from either side, or is wanted of it. */
    private void finish() {
        if (!finished) {
            finished = true;
            flow.clientLeft();
            fromBrowser.stop();
            browser.end();
            own.closed();
            gone.run();
        }
    }

    private void stalled() {
        LOG.warnf(
                "%s has read nothing for %d s while data waits for it; it is closed",
                name, settings.stall().toSeconds());
        close(new CloseStatus(
                CloseStatus.POLICY, "nothing was read for " + settings.stall().toSeconds() + " s while data waited"));
    }

    private void send(Buffer frame) {
        client.send(frame);
        flow.sentToClient();
    }

    private static CdpEnvelope envelope(ByteBuf payload) throws MalformedCommand {
        return payload.hasArray()
                ? CdpEnvelope.read(
                        payload.array(), payload.arrayOffset() + payload.readerIndex(), payload.readableBytes())
                : CdpEnvelope.read(new ByteBufInputStream(payload.duplicate()));
    }

    private final class BothEnds implements Ends {

        @Override
        public void toClient(byte[] message) {
            send(Frames.text(message));
        }

        @Override
        public void toBrowser(byte[] command) {
            browser.write(Frames.maskedText(command));
            flow.sentToBrowser();
        }

        @Override
        public void behind(boolean now) {
            flow.behind(now);
        }

        @Override
        public void end() {
            close(new CloseStatus(CloseStatus.NORMAL, ""));
        }
    }

    private final class FromClient implements WholeMessages.Sink {

        private CdpEnvelope command;
        private Verdict verdict;

        @Override
        public WholeMessages.Outcome message(ByteBuf payload) {
            if (payload.readableBytes() <= LARGE) {
                try {
                    return judge(envelope(payload), payload);
                } catch (MalformedCommand malformed) {
                    return reject(malformed);
                }
            }
            flow.deciding(true);
            vertx.executeBlocking(() -> envelope(payload), false)
                    // Later in any case: the worker may be done before this method has said that it waits.
                    .onComplete(read -> context.runOnContext(ignored -> {
                        flow.deciding(false);
                        fromClient.resume(outcome(read, payload) == WholeMessages.Outcome.FORWARD);
                    }));
            return WholeMessages.Outcome.WAIT;
        }

        private WholeMessages.Outcome outcome(AsyncResult<CdpEnvelope> read, ByteBuf payload) {
            if (read.succeeded()) {
                return judge(read.result(), payload);
            }
            if (read.cause() instanceof MalformedCommand malformed) {
                return reject(malformed);
            }
            LOG.errorf(read.cause(), "%s: a command could not be read", name);
            verdict = null;
            close(new CloseStatus(CloseStatus.INTERNAL, "browser-agent: internal error; see the log"));
            return WholeMessages.Outcome.CONSUME;
        }

        private WholeMessages.Outcome judge(CdpEnvelope read, ByteBuf payload) {
            command = read;
            verdict = own.decide(read, payload.readableBytes(), () -> ByteBufUtil.getBytes(payload));
            if (verdict instanceof Verdict.Forward forward) {
                own.forwarded(read, forward.note());
                return WholeMessages.Outcome.FORWARD;
            }
            return WholeMessages.Outcome.CONSUME;
        }

        private WholeMessages.Outcome reject(MalformedCommand malformed) {
            verdict = null;
            send(Frames.text(CdpReply.error(malformed)));
            return WholeMessages.Outcome.CONSUME;
        }

        @Override
        public void consumed() {
            if (verdict != null) {
                own.act(command, verdict);
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
            if (byClient) {
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

        @Override
        public StreamedMessages.Look head(ByteBuf in, int from, int length) {
            String event = BrowserHead.eventMethod(in, from, length);
            long reply = event.isEmpty() ? BrowserHead.replyId(in, from, length) : BrowserHead.NO_REPLY;
            return own.mustTell(reply, event) ? StreamedMessages.Look.TELL : StreamedMessages.Look.PASS;
        }

        @Override
        public void pass(ByteBuf bytes) {
            client.pass(bytes);
            flow.sentToClient();
        }

        @Override
        public boolean wantsGap() {
            return client.wantsGap();
        }

        @Override
        public void told(byte[] payload) {
            own.told(payload);
        }

        @Override
        public void ping(byte[] payload) {
            browser.write(Frames.maskedPong(payload));
        }

        @Override
        public void ended(CloseStatus status) {
            close(status);
        }
    }
}
