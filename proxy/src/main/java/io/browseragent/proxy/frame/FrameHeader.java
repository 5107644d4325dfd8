package io.browseragent.proxy.frame;

import io.netty.buffer.ByteBuf;

/** The header of one frame; reused for every frame of a connection so that reading allocates nothing. */
final class FrameHeader {

    static final int MAX_SIZE = 14;

    private static final int MAX_CONTROL_PAYLOAD = 125;

    int opcode;
    boolean fin;
    boolean masked;
    long length;
    /** Bytes of the header itself. */
    int size;

    int mask;

    /** Reads the header at {@code from}; false when its bytes are not all there yet. */
    boolean read(ByteBuf in, int from, int to) throws ProtocolFault {
        if (to - from < 2) {
            return false;
        }
        int first = in.getUnsignedByte(from);
        int second = in.getUnsignedByte(from + 1);
        int shortLength = second & 127;
        masked = (second & 128) != 0;
        size = 2 + (shortLength == 126 ? 2 : shortLength == 127 ? 8 : 0) + (masked ? 4 : 0);
        if (to - from < size) {
            return false;
        }
        opcode = first & 15;
        fin = (first & 128) != 0;
        length = shortLength == 126
                ? in.getUnsignedShort(from + 2)
                : shortLength == 127 ? in.getLong(from + 2) : shortLength;
        mask = masked ? in.getInt(from + size - 4) : 0;
        check(first);
        return true;
    }

    private void check(int first) throws ProtocolFault {
        if ((first & 0x70) != 0) {
            throw new ProtocolFault(CloseStatus.PROTOCOL_ERROR, "reserved bits are set, but no extension was agreed");
        }
        if (!Opcode.isKnown(opcode)) {
            throw new ProtocolFault(CloseStatus.PROTOCOL_ERROR, "unknown frame type " + opcode);
        }
        if (length < 0) {
            throw new ProtocolFault(CloseStatus.PROTOCOL_ERROR, "frame length has its highest bit set");
        }
        if (Opcode.isControl(opcode) && (!fin || length > MAX_CONTROL_PAYLOAD)) {
            throw new ProtocolFault(CloseStatus.PROTOCOL_ERROR, "control frame is fragmented or over 125 bytes");
        }
    }

    /** How many bytes the frame has in all. */
    long frameSize() {
        return size + length;
    }
}
