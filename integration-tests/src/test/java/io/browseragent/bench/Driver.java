package io.browseragent.bench;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The load: one page socket of a tab of its own, with calls encoded beforehand and answers skipped, not parsed, so
 * that the driver is not what is measured. Blocking, for one thread.
 */
final class Driver implements AutoCloseable {

    private static final String SMALL = "1+1";
    private static final String BIG = "'x'" + InstantBrowser.BIG + InstantBrowser.BIG_BYTES + ")";

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer = new byte[256 * 1024];
    private int position;
    private int limit;
    private int nextId = 1;

    /** Opens a websocket on this path. */
    Driver(int port, String path) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(60_000);
        in = socket.getInputStream();
        out = socket.getOutputStream();
        out.write(("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nUpgrade: websocket\r\n"
                        + "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                        + "Sec-WebSocket-Version: 13\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) next());
        }
        if (!head.toString().startsWith("HTTP/1.1 101")) {
            throw new IOException(
                    "no upgrade on " + path + ": " + head.toString().strip());
        }
    }

    /** Opens a new tab at this endpoint and its page socket. */
    static Driver onNewTab(int port) throws IOException {
        String tab = http(port, "PUT", "/json/new?about:blank");
        return new Driver(port, "/devtools/page/" + member(tab, "id"));
    }

    /** The body of a 200 answer, an exception otherwise. */
    static String http(int port, String method, String target) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + target).toURL().openConnection();
        connection.setRequestMethod(method);
        connection.setConnectTimeout(20_000);
        connection.setReadTimeout(20_000);
        if (connection.getResponseCode() != 200) {
            throw new IOException(method + " " + target + ": " + connection.getResponseCode());
        }
        try (InputStream body = connection.getInputStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static String member(String json, String name) throws IOException {
        String[] parts = json.split("\"" + name + "\" *: *\"", 2);
        if (parts.length < 2) {
            throw new IOException("no \"" + name + "\" in " + json);
        }
        return parts[1].substring(0, parts[1].indexOf('"'));
    }

    /** Nanoseconds of each of this many calls made one after the other. */
    long[] sequential(int calls) throws IOException {
        byte[][] frames = new byte[calls][];
        for (int i = 0; i < calls; i++) {
            frames[i] = call(SMALL);
        }
        long[] nanos = new long[calls];
        for (int i = 0; i < calls; i++) {
            long start = System.nanoTime();
            out.write(frames[i]);
            skipAnswer();
            nanos[i] = System.nanoTime() - start;
        }
        return nanos;
    }

    /** Nanoseconds for this many calls with a fixed number of them under way. */
    long pipelined(int calls, int inFlight) throws IOException {
        int[] ends = new int[calls];
        ByteBuffer frames = ByteBuffer.allocate(calls * 128);
        for (int i = 0; i < calls; i++) {
            frames.put(call(SMALL));
            ends[i] = frames.position();
        }
        long start = System.nanoTime();
        int sent = Math.min(inFlight, calls);
        for (int i = 0; i < sent; i++) {
            write(frames, ends, i);
        }
        for (int answered = 0; answered < calls; answered++) {
            skipAnswer();
            if (sent < calls) {
                write(frames, ends, sent++);
            }
        }
        return System.nanoTime() - start;
    }

    /** One write per call, as CDP clients do; gathered ones would make the whole chain work in batches of 64. */
    private void write(ByteBuffer frames, int[] ends, int index) throws IOException {
        int start = index == 0 ? 0 : ends[index - 1];
        out.write(frames.array(), start, ends[index] - start);
    }

    /** Nanoseconds for one call that is answered with 30 MB. */
    long big() throws IOException {
        byte[] frame = call(BIG);
        long start = System.nanoTime();
        out.write(frame);
        long bytes = skipAnswer();
        long nanos = System.nanoTime() - start;
        if (bytes < InstantBrowser.BIG_BYTES) {
            throw new IOException("30 MB asked for, got " + bytes + " bytes");
        }
        return nanos;
    }

    private byte[] call(String expression) {
        byte[] text = ("{\"id\":" + nextId++ + ",\"method\":\"Runtime.evaluate\",\"params\":{\"expression\":\""
                        + expression + "\",\"returnByValue\":true}}")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] header = header(0x81, text.length);
        header[1] |= (byte) 0x80;
        ByteBuffer frame = ByteBuffer.allocate(header.length + 4 + text.length);
        byte[] key = {0x37, 0x11, 0x5a, (byte) nextId};
        frame.put(header).put(key);
        for (int i = 0; i < text.length; i++) {
            frame.put((byte) (text[i] ^ key[i & 3]));
        }
        return frame.array();
    }

    /** Skips frames until an answer has passed (no event, no control frame); returns its length. */
    private long skipAnswer() throws IOException {
        boolean answer = false;
        long size = 0;
        while (true) {
            int first = next();
            int opcode = first & 0x0f;
            long length = length();
            if (opcode == 8) {
                throw new EOFException("closed by the other side");
            }
            long left = length;
            if (opcode == 1 || opcode == 2) {
                // {"id": is an answer, {"method": an event.
                answer = length > 2 && startsWithId();
                left -= length > 2 ? 3 : 0;
                size = 0;
            }
            skip(left);
            if (opcode < 8) {
                size += length;
                if (answer && first >= 0x80) {
                    return size;
                }
            }
        }
    }

    private long length() throws IOException {
        long length = next();
        if (length > 125) {
            int lengthBytes = length == 126 ? 2 : 8;
            length = 0;
            for (int i = 0; i < lengthBytes; i++) {
                length = length << 8 | next();
            }
        }
        return length;
    }

    private boolean startsWithId() throws IOException {
        next();
        next();
        return next() == 'i';
    }

    private int next() throws IOException {
        if (position == limit) {
            fill();
        }
        return buffer[position++] & 0xff;
    }

    private void skip(long bytes) throws IOException {
        long left = bytes;
        while (left > limit - position) {
            left -= limit - position;
            fill();
        }
        position += (int) left;
    }

    private void fill() throws IOException {
        position = 0;
        limit = Math.max(0, in.read(buffer));
        if (limit == 0) {
            throw new EOFException("connection ended");
        }
    }

    static int headerSize(int length) {
        return length < 126 ? 2 : length < 65536 ? 4 : 10;
    }

    static byte[] header(int first, int length) {
        ByteBuffer header = ByteBuffer.allocate(headerSize(length)).put((byte) first);
        switch (header.capacity()) {
            case 2 -> header.put((byte) length);
            case 4 -> header.put((byte) 126).putShort((short) length);
            default -> header.put((byte) 127).putLong(length);
        }
        return header.array();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
