package io.browseragent.proxy.frame;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Writes frames for tests, with a reading of RFC 6455 of its own. */
final class ClientBytes {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final boolean masked;
    private final Random keys = new Random(6455);

    ClientBytes(boolean masked) {
        this.masked = masked;
    }

    static byte[] filled(int length, int seed) {
        byte[] payload = new byte[length];
        new Random(seed).nextBytes(payload);
        return payload;
    }

    ClientBytes text(String payload) {
        return frame(0x81, payload.getBytes(StandardCharsets.UTF_8));
    }

    /** One frame; {@code first} is its first byte: FIN, reserved bits and type. */
    ClientBytes frame(int first, byte[] payload) {
        bytes.write(first);
        int mask = masked ? 0x80 : 0;
        if (payload.length < 126) {
            bytes.write(mask | payload.length);
        } else if (payload.length < 65536) {
            bytes.write(mask | 126);
            bytes.writeBytes(
                    ByteBuffer.allocate(2).putShort((short) payload.length).array());
        } else {
            bytes.write(mask | 127);
            bytes.writeBytes(ByteBuffer.allocate(8).putLong(payload.length).array());
        }
        if (!masked) {
            bytes.writeBytes(payload);
            return this;
        }
        byte[] key = new byte[4];
        keys.nextBytes(key);
        bytes.writeBytes(key);
        for (int i = 0; i < payload.length; i++) {
            bytes.write(payload[i] ^ key[i % 4]);
        }
        return this;
    }

    ClientBytes raw(int... more) {
        for (int b : more) {
            bytes.write(b);
        }
        return this;
    }

    byte[] get() {
        return bytes.toByteArray();
    }
}
