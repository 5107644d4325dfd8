package io.browseragent.proxy.browser;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;

/** A session that is a websocket of its own to the debug port, after its handshake. */
final class SocketSession implements BrowserSession {

    private final NetSocket socket;

    SocketSession(NetSocket socket) {
        this.socket = socket;
        socket.pause();
    }

    @Override
    public void start(Receiver receiver) {
        socket.exceptionHandler(error -> {});
        socket.closeHandler(closed -> receiver.gone());
        socket.drainHandler(drained -> receiver.drained());
        socket.handler(receiver::frames);
        socket.resume();
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
