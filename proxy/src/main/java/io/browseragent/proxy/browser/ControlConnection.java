package io.browseragent.proxy.browser;

import com.fasterxml.jackson.databind.JsonNode;
import io.browseragent.core.cdp.CdpJson;
import io.browseragent.proxy.frame.CloseStatus;
import io.browseragent.proxy.frame.Frames;
import io.browseragent.proxy.frame.StreamedMessages;
import io.netty.buffer.ByteBuf;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/** The broker's own session of the browser: commands with their replies, and events. Confined to the state loop. */
final class ControlConnection {

    private static final Logger LOG = Logger.getLogger(ControlConnection.class);

    private final BrowserInfo browser;
    private final BrowserSession session;
    private final Calls calls = new Calls();
    private final Consumer<JsonNode> events;
    private final Runnable gone;
    private boolean open = true;

    ControlConnection(BrowserInfo browser, BrowserSession session, Consumer<JsonNode> events, Runnable gone) {
        this.browser = browser;
        this.session = session;
        this.events = events;
        this.gone = gone;
        StreamedMessages messages = new StreamedMessages(new Incoming(), 0, Integer.MAX_VALUE);
        session.start(new BrowserSession.Receiver() {
            @Override
            public void frames(ByteBuf bytes) {
                messages.handle(bytes);
            }

            @Override
            public void drained() {}

            @Override
            public void gone() {
                close();
            }
        });
    }

    BrowserInfo browser() {
        return browser;
    }

    /** Completes with the reply however late it comes, and fails when the connection is lost. */
    Future<JsonNode> call(CdpCall call) {
        if (!open) {
            return Calls.failed(lost());
        }
        Promise<JsonNode> reply = Promise.promise();
        session.write(Frames.maskedText(calls.open(call, reply)));
        return reply.future();
    }

    void close() {
        if (open) {
            open = false;
            session.end();
            calls.failAll(lost());
            gone.run();
        }
    }

    private NoBrowserException lost() {
        return new NoBrowserException("the connection to the browser on port " + browser.port() + " was lost");
    }

    private void message(byte[] payload) {
        try {
            JsonNode message = CdpJson.MAPPER.readTree(payload);
            if (message.has("id")) {
                calls.settle(message);
            } else {
                events.accept(message);
            }
        } catch (IOException e) {
            LOG.warnf("the browser sent a message that is no JSON (%d bytes): %s", payload.length, e.getMessage());
        }
    }

    private final class Incoming implements StreamedMessages.Sink {
        @Override
        public StreamedMessages.Look head(ByteBuf in, int from, int length) {
            return StreamedMessages.Look.TELL;
        }

        @Override
        public void pass(ByteBuf bytes) {
            throw new IllegalStateException("nothing passes the control connection");
        }

        @Override
        public boolean wantsGap() {
            return false;
        }

        @Override
        public void told(byte[] payload) {
            message(payload);
        }

        @Override
        public void ping(byte[] payload) {
            session.write(Frames.maskedPong(payload));
        }

        @Override
        public void ended(CloseStatus status) {
            close();
        }
    }
}
