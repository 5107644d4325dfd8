package io.browseragent.proxy.browser;

import io.netty.channel.Channel;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.impl.ConnectionBase;

/** A session that is a websocket of its own to the debug port, after its handshake. */
final class SocketSession implements BrowserSession {

    private final NetSocket socket;
    private final HttpConnection connection;
    private final Channel channel;

    /** @param connection the one that the socket was taken over from */
    SocketSession(NetSocket socket, HttpConnection connection) {
        this.socket = socket;
        this.connection = connection;
        this.channel = ((ConnectionBase) connection).channel();
        socket.pause();
    }

    @Override
    public void start(Receiver receiver) {
        if (!channel.eventLoop().inEventLoop()) {
            throw new IllegalStateException("a browser session is used outside the loop that opened it");
        }
        // A reset tells only of its error, and sometimes to the connection alone.
        connection.exceptionHandler(error -> receiver.gone());
        socket.exceptionHandler(error -> receiver.gone());
        socket.closeHandler(closed -> receiver.gone());
        socket.drainHandler(drained -> receiver.drained());
        socket.handler(receiver::frames);
        socket.resume();
        if (!channel.isActive()) {
            receiver.gone();
        }
    }

    @Override
    public Future<Void> write(Buffer frames) {
        // The future of the socket's own write never completes after an upgrade (Vert.x 4.5.27).
        Promise<Void> sent = Promise.promise();
        channel.writeAndFlush(frames.getByteBuf()).addListener(done -> {
            if (done.isSuccess()) {
                sent.complete();
            } else {
                sent.fail(done.cause());
            }
        });
        return sent.future();
    }

    @Override
    public boolean writeQueueFull() {
        return socket.writeQueueFull();
    }

    @Override
    public void pause() {
        socket.pause();
    }

    @Override
    public void resume() {
        socket.resume();
    }

    @Override
    public void end() {
        socket.close();
    }
}
