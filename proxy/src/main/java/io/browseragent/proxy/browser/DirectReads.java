package io.browseragent.proxy.browser;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Hands large reads on as they are. Vert.x would copy each to the heap, and a write would copy it back: two copies of
 * every picture and page that passes. Small ones take the usual way, for they are looked at byte by byte.
 */
final class DirectReads extends ChannelInboundHandlerAdapter {

    private static final int LARGE = 32 << 10;

    private final BrowserSession.Receiver receiver;

    DirectReads(BrowserSession.Receiver receiver) {
        this.receiver = receiver;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object read) {
        if (read instanceof ByteBuf bytes && bytes.readableBytes() >= LARGE) {
            try {
                receiver.frames(bytes);
            } finally {
                bytes.release();
            }
        } else {
            context.fireChannelRead(read);
        }
    }
}
