package io.browseragent.proxy.browser;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.concurrent.TimeUnit;

/** A session that is a websocket of its own to the debug port, after its handshake. */
final class SocketSession implements BrowserSession {

    /** How long a browser may take to read what was written to it before the end. */
    private static final long END_GRACE_MS = 1_000;

    private final NetSocket socket;
    private final HttpConnection connection;
    private final Channel channel;
    private final ChannelHandlerContext handler;

    private Receiver receiver;
    /** Whether the queue was found full, and nobody was told since that it has room again. */
    private boolean full;

    private boolean paused;
    private boolean direct;

    /** @param connection the one that the socket was taken over from */
    SocketSession(NetSocket socket, HttpConnection connection) {
        this.socket = socket;
        this.connection = connection;
        this.channel = ((ConnectionBase) connection).channel();
        this.handler = ((ConnectionBase) connection).channelHandlerContext();
        socket.pause();
    }

    @Override
    public void start(Receiver target) {
        if (!channel.eventLoop().inEventLoop()) {
            throw new IllegalStateException("a browser session is used outside the loop that opened it");
        }
        receiver = target;
        // A reset tells only of its error, and sometimes to the connection alone.
        connection.exceptionHandler(error -> receiver.gone());
        socket.exceptionHandler(error -> receiver.gone());
        socket.closeHandler(closed -> receiver.gone());
        socket.handler(bytes -> receiver.frames(bytes.getByteBuf()));
        channel.config().setAutoRead(false);
        resume();
        if (!channel.isActive()) {
            receiver.gone();
        }
    }

    @Override
    public void write(Buffer frames) {
        channel.writeAndFlush(frames.getByteBuf(), channel.voidPromise());
    }

    @Override
    public void write(Buffer frames, Runnable written) {
        // The future of the socket's own write never completes after an upgrade (Vert.x 4.5.27).
        channel.writeAndFlush(frames.getByteBuf()).addListener(done -> written.run());
    }

    /** An upgraded socket of Vert.x 4.5.27 says that it is never full, and never drained. */
    @Override
    public boolean writeQueueFull() {
        if (!full && !channel.isWritable()) {
            full = true;
            // Written once all that is queued before it is; Netty counts that as gone only after this call.
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER)
                    .addListener(flushed -> channel.eventLoop().execute(this::drained));
        }
        return full;
    }

    private void drained() {
        if (full) {
            full = false;
            receiver.drained();
        }
    }

    @Override
    public void pause() {
        paused = true;
        socket.pause();
        // By itself Vert.x reads on for a while, and keeps what it has read.
        channel.config().setAutoRead(false);
    }

    @Override
    public void resume() {
        paused = false;
        socket.resume();
        if (direct) {
            channel.config().setAutoRead(true);
        } else {
            // What Vert.x has kept since the handshake comes first, and that within a turn of the loop.
            channel.eventLoop().execute(() -> channel.eventLoop().execute(this::readDirectly));
        }
    }

    private void readDirectly() {
        if (!direct && !paused && channel.isActive()) {
            direct = true;
            channel.pipeline().addBefore(handler.name(), "reads", new DirectReads(receiver));
            channel.config().setAutoRead(true);
        }
    }

    @Override
    public void end() {
        socket.close();
        // Which waits until the browser has read all; one that reads nothing would keep the connection.
        channel.eventLoop().schedule(() -> handler.close(), END_GRACE_MS, TimeUnit.MILLISECONDS);
    }
}
