package io.browseragent.proxy.browser;

import io.netty.channel.Channel;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.impl.ConnectionBase;

/** A session that is a websocket of its own to the debug port, after its handshake. */
final class SocketSession implements BrowserSession {

    private final NetSocket socket;
    private final HttpConnection connection;

    /** @param connection the one that the socket was taken over from */
    SocketSession(NetSocket socket, HttpConnection connection) {
        this.socket = socket;
        this.connection = connection;
        socket.pause();
    }

    @Override
    public void start(Receiver receiver) {
        Channel channel = ((ConnectionBase) connection).channel();
        if (!channel.eventLoop().inEventLoop()) {
            throw new IllegalStateException("a browser session is used outside the loop that opened it");
        }
        // A reset reaches the connection alone: the socket would never tell of its end.
        connection.exceptionHandler(error -> receiver.gone());
        socket.exceptionHandler(error -> {});
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
        return socket.write(frames);
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
