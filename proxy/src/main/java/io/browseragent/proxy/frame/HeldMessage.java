package io.browseragent.proxy.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;

/**
 * A message on its way in, held until it is whole. Grows by what has really arrived, not by what a header announces,
 * and outside the heap, so that a large one leaves nothing behind.
 */
final class HeldMessage {

    private static final int FIRST_CHUNK = 16 << 10;
    private static final int LARGEST_CHUNK = 1 << 20;

    private final ByteBudget budget;
    private final CompositeByteBuf payload = Unpooled.compositeBuffer(Integer.MAX_VALUE);
    private final int opcode;
    private ByteBuf chunk = Unpooled.EMPTY_BUFFER;
    private long reserved;

    HeldMessage(int opcode, ByteBudget budget) {
        this.opcode = opcode;
        this.budget = budget;
    }

    int opcode() {
        return opcode;
    }

    long size() {
        return payload.readableBytes() + (long) chunk.readableBytes();
    }

    void append(ByteBuf from, int index, int length) throws ProtocolFault {
        int done = 0;
        while (done < length) {
            if (!chunk.isWritable()) {
                grow();
            }
            int part = Math.min(length - done, chunk.writableBytes());
            chunk.writeBytes(from, index + done, part);
            done += part;
        }
    }

    private void grow() throws ProtocolFault {
        int capacity = (int) Math.max(FIRST_CHUNK, Math.min(LARGEST_CHUNK, size()));
        if (!budget.reserve(capacity)) {
            throw new ProtocolFault(
                    CloseStatus.TRY_AGAIN_LATER,
                    "no memory left for messages (" + (budget.limit() >> 20) + " MB for all clients); try again");
        }
        reserved += capacity;
        sealChunk();
        chunk = Unpooled.directBuffer(capacity, capacity);
    }

    private void sealChunk() {
        if (chunk.isReadable()) {
            payload.addComponent(true, chunk);
        } else {
            chunk.release();
        }
        chunk = Unpooled.EMPTY_BUFFER;
    }

    /** The message whole; this object still owns it. */
    ByteBuf payload() {
        sealChunk();
        return payload;
    }

    /** Header and payload as one frame towards the browser; valid until {@link #discard()}. */
    ByteBuf toFrame() {
        ByteBuf header = Unpooled.buffer(FrameHeader.MAX_SIZE);
        Frames.writeHeader(header, opcode, payload().readableBytes(), true);
        return Unpooled.wrappedBuffer(Integer.MAX_VALUE, header, payload);
    }

    /**
     * Gives the memory and its part of the budget back; to be called exactly once. Vert.x writes a buffer of this kind
     * without freeing it, so that is left to the owner here.
     */
    void discard() {
        sealChunk();
        payload.release();
        budget.release(reserved);
    }
}
