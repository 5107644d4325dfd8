package io.browseragent.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A TCP connection for clients that misbehave: arbitrary bytes and frames, half frames, resets. A test that does not
 * read from it has a client that has stopped reading.
 */
public final class RawSocket implements AutoCloseable {
    public static final int CONTINUATION = 0;
    public static final int TEXT = 1;
    public static final int BINARY = 2;
    public static final int CLOSE = 8;
    public static final int PING = 9;
    public static final int PONG = 10;

    private static final Duration LIMIT = Duration.ofSeconds(15);
    private static final byte[] MASK = {0x11, 0x22, 0x33, 0x44};

    private final Socket socket = new Socket();
    private final DataInputStream in;

    /** An HTTP answer; header names are in lower case. */
    public record Answer(int status, Map<String, String> headers, String body) {}

    /** A frame as it came. */
    public record Frame(int opcode, boolean last, byte[] payload) {
        public String text() {
            return text(0);
        }

        /** The code of a close frame; 1005 when it has none. */
        public int closeCode() {
            return payload.length < 2 ? 1005 : (payload[0] & 0xff) << 8 | payload[1] & 0xff;
        }

        public String closeReason() {
            return payload.length < 2 ? "" : text(2);
        }

        private String text(int from) {
            return new String(payload, from, payload.length - from, UTF_8);
        }
    }

    private RawSocket(String host, int port, int receiveBuffer) throws IOException {
        if (receiveBuffer > 0) {
            socket.setReceiveBufferSize(receiveBuffer); // counts only before connecting
        }
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) LIMIT.toMillis());
        socket.connect(new InetSocketAddress(host, port), (int) LIMIT.toMillis());
        in = new DataInputStream(socket.getInputStream());
    }

    public static RawSocket open(int port) {
        return open("127.0.0.1", port);
    }

    public static RawSocket open(String host, int port) {
        return open(host, port, 0);
    }

    /** With a small receive buffer the other side notices soon that nobody reads. */
    public static RawSocket open(String host, int port, int receiveBuffer) {
        try {
            return new RawSocket(host, port, receiveBuffer);
        } catch (IOException e) {
            throw new UncheckedIOException(host + ":" + port, e);
        }
    }

    /** Opens a websocket; anything but a 101 is an error. */
    public static RawSocket webSocket(int port, String path) {
        RawSocket socket = open(port);
        Answer answer = socket.upgrade("127.0.0.1:" + port, path);
        if (answer.status() != 101) {
            socket.close();
            throw new AssertionError("upgrade of " + path + " was answered " + answer);
        }
        return socket;
    }

    /** Asks for a websocket with any Host and further header lines ({@code "Origin: http://evil"}). */
    public Answer upgrade(String host, String path, String... headers) {
        StringBuilder head = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: " + host
                + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13"
                + "\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        return request(head + "\r\n");
    }

    /** Sends a request as it is and reads one answer. */
    public Answer request(String request) {
        send(request.getBytes(ISO_8859_1));
        return readAnswer();
    }

    /** One plain request on a connection of its own, as it is written here; header lines as {@code "Origin: null"}. */
    public static Answer http(String address, int port, String verb, String path, String... headers) {
        StringBuilder head = new StringBuilder(verb + " " + path + " HTTP/1.1\r\n");
        if (Arrays.stream(headers).noneMatch(header -> header.startsWith("Host:"))) {
            head.append("Host: ").append(authority(address, port)).append("\r\n");
        }
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        try (RawSocket socket = open(address, port)) {
            return socket.request(head + "Connection: close\r\nContent-Length: 0\r\n\r\n");
        }
    }

    public static Answer http(int port, String verb, String path, String... headers) {
        return http("127.0.0.1", port, verb, path, headers);
    }

    /** As in a URL and a Host header. */
    static String authority(String address, int port) {
        return (address.contains(":") ? "[" + address + "]" : address) + ":" + port;
    }

    public void send(byte... bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A whole masked text message, as it should be. */
    public void sendText(String text) {
        send(frame(TEXT, true, true, text.getBytes(UTF_8)));
    }

    /** The bytes of a frame, well formed or, without a mask, not: send all, a part, or in pieces. */
    public static byte[] frame(int opcode, boolean last, boolean masked, byte... payload) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int mask = masked ? 0x80 : 0;
        out.write((last ? 0x80 : 0) | opcode);
        if (payload.length < 126) {
            out.write(mask | payload.length);
        } else if (payload.length < 1 << 16) {
            out.write(mask | 126);
            writeNumber(out, payload.length, 2);
        } else {
            out.write(mask | 127);
            writeNumber(out, payload.length, 8);
        }
        if (masked) {
            out.writeBytes(MASK);
        }
        int head = out.size();
        byte[] frame = Arrays.copyOf(out.toByteArray(), head + payload.length);
        for (int i = 0; i < payload.length; i++) {
            frame[head + i] = (byte) (masked ? payload[i] ^ MASK[i % MASK.length] : payload[i]);
        }
        return frame;
    }

    public Frame readFrame() {
        try {
            int first = in.readUnsignedByte();
            long length = in.readUnsignedByte() & 0x7f;
            if (length == 126) {
                length = in.readUnsignedShort();
            } else if (length == 127) {
                length = in.readLong();
            }
            byte[] payload = new byte[Math.toIntExact(length)];
            in.readFully(payload);
            return new Frame(first & 0x0f, (first & 0x80) != 0, payload);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads one answer; its body goes by Content-Length, else to the end of the connection. */
    public Answer readAnswer() {
        try {
            String[] status = readLine().split(" ", 3);
            Map<String, String> headers = new TreeMap<>();
            for (String line = readLine(); !line.isEmpty(); line = readLine()) {
                String[] parts = line.split(":\\s*", 2);
                headers.put(parts[0].toLowerCase(Locale.ROOT), parts[1]);
            }
            int code = Integer.parseInt(status[1]);
            if (code == 101) {
                return new Answer(code, headers, "");
            }
            String length = headers.get("content-length");
            byte[] body = length == null ? in.readAllBytes() : in.readNBytes(Integer.parseInt(length));
            return new Answer(code, headers, new String(body, UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** From here on reading has no time limit. */
    void waitForever() {
        try {
            socket.setSoTimeout(0);
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads and throws away until the other side has ended the connection, in order or by a reset. */
    public void awaitEnd() {
        try {
            in.skipNBytes(Long.MAX_VALUE);
        } catch (EOFException | SocketException e) {
            return;
        } catch (IOException e) {
            throw new UncheckedIOException("the connection does not end", e);
        }
    }

    /** Ends the connection with a reset instead of a farewell. */
    public void reset() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.readUnsignedByte(); next != '\n'; next = in.readUnsignedByte()) {
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private static void writeNumber(ByteArrayOutputStream out, long number, int bytes) {
        for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
            out.write((int) (number >>> shift) & 0xff);
        }
    }
}
