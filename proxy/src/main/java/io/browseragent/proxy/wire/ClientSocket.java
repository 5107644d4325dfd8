package io.browseragent.proxy.wire;

import io.browseragent.proxy.frame.CloseStatus;
import io.browseragent.proxy.frame.Frames;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.impl.NetSocketInternal;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.BooleanSupplier;

/**
 * The sending side of a client's websocket: the browser's bytes pass through, and the broker's own frames are put only
 * where a frame may begin. Confined to its event loop.
 */
final class ClientSocket {

    /** What waits for a client in this process at most, beside what the broker answers it. */
    private static final int MAX_QUEUE = 256 << 10;
    /** How long a client may take to answer a close frame. */
    private static final long CLOSE_GRACE_MS = 1_000;

    private final Vertx vertx;
    private final NetSocket socket;
    private final BooleanSupplier betweenMessages;
    private final Queue<Buffer> own = new ArrayDeque<>();
    private int ownBytes;
    private boolean closing;

    ClientSocket(Vertx vertx, NetSocket socket, BooleanSupplier betweenMessages) {
        this.vertx = vertx;
        this.socket = socket;
        this.betweenMessages = betweenMessages;
        socket.setWriteQueueMaxSize(MAX_QUEUE);
    }

    /** Bytes from the browser, in pieces of any length; released here. */
    void pass(ByteBuf bytes) {
        if (closing) {
            bytes.release();
        } else {
            // A write of Vert.x's own buffers releases nothing.
            ((NetSocketInternal) socket).writeMessage(bytes);
            sendOwn();
        }
    }

    /** A frame of the broker's own; waits for the end of the message that is passing. */
    void send(Buffer frame) {
        if (!closing) {
            own.add(frame);
            ownBytes += frame.length();
            sendOwn();
        }
    }

    private void sendOwn() {
        while (!own.isEmpty() && betweenMessages.getAsBoolean()) {
            Buffer frame = own.remove();
            ownBytes -= frame.length();
            socket.write(frame);
        }
    }

    /** Whether answers of the broker's own pile up. */
    boolean isFull() {
        return socket.writeQueueFull() || ownBytes > MAX_QUEUE;
    }

    /** Whether a frame of the broker's own waits for the end of a message. */
    boolean wantsGap() {
        return !own.isEmpty();
    }

    /** How many bytes the client must take until its queue has room again; 0 if it has. */
    long untilWritable() {
        return channel().bytesBeforeWritable();
    }

    boolean isConnected() {
        return channel().isActive();
    }

    /** Says goodbye and gives the client a moment to answer; one that does not is cut off. */
    void close(CloseStatus status) {
        if (closing) {
            return;
        }
        closing = true;
        if (!betweenMessages.getAsBoolean()) {
            // A close frame inside a message would be read as part of it; the cut tells the same.
            cut();
            return;
        }
        own.forEach(socket::write);
        own.clear();
        socket.write(Frames.close(status));
        vertx.setTimer(CLOSE_GRACE_MS, fired -> cut());
    }

    /** The client has said goodbye, or answered ours. */
    void end() {
        closing = true;
        socket.close();
    }

    /** Ends the connection at once; a close through Vert.x would wait for a queue that nobody reads. */
    private void cut() {
        // Closing the channel itself passes Vert.x's handler too.
        handler().close();
    }

    private Channel channel() {
        return handler().channel();
    }

    private ChannelHandlerContext handler() {
        return ((NetSocketInternal) socket).channelHandlerContext();
    }
}
