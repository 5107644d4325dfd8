package io.browseragent.core.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A websocket client that hides nothing: refusals, control frames, fragments and broken frames all reach the test.
 * Blocking, for one thread; a read that takes over ten seconds fails.
 */
public final class RawClient implements AutoCloseable {

    private final Socket socket;
    private final InputStream in;
    private String responseHead = "";

    private RawClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(10_000);
        in = new BufferedInputStream(socket.getInputStream(), 65536);
    }

    /** Opens a websocket; header lines such as "Origin: http://x" are added to the request. Look at {@link #status}. */
    public static RawClient open(int port, String path, String... headerLines) throws IOException {
        RawClient client = new RawClient(port);
        String more = headerLines.length == 0 ? "" : String.join("\r\n", headerLines) + "\r\n";
        client.request("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nUpgrade: websocket\r\n"
                + "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                + "Sec-WebSocket-Version: 13\r\n" + more + "\r\n");
        return client;
    }

    /** Sends these bytes on a plain connection and reads the response head. */
    public static RawClient plain(int port, String request) throws IOException {
        RawClient client = new RawClient(port);
        client.request(request);
        return client;
    }

    private void request(String text) throws IOException {
        write(text.getBytes(StandardCharsets.UTF_8));
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int c = in.read();
            if (c < 0) {
                break;
            }
            head.write(c);
        }
        responseHead = head.toString(StandardCharsets.UTF_8);
    }

    public String responseHead() {
        return responseHead;
    }

    /** The HTTP status, 0 when the connection ended without one. */
    public int status() {
        return responseHead.isEmpty() ? 0 : Integer.parseInt(responseHead.split(" ")[1]);
    }

    public void send(String text) throws IOException {
        send(WireFrame.of(WireFrame.TEXT, text));
    }

    /** Sends a frame, masked as a client has to. */
    public void send(WireFrame frame) throws IOException {
        write(frame.withMask().encode());
    }

    /** Writes bytes as they are: for broken frames. */
    public void write(byte[] raw) throws IOException {
        socket.getOutputStream().write(raw);
    }

    /** The next frame of any kind. */
    public WireFrame frame() throws IOException {
        return WireFrame.read(in);
    }

    /** The next whole message; control frames on the way are passed over. */
    public String message() throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        while (true) {
            WireFrame frame = frame();
            if (frame.opcode() >= WireFrame.CLOSE) {
                continue;
            }
            message.write(frame.payload());
            if (frame.fin()) {
                return message.toString(StandardCharsets.UTF_8);
            }
        }
    }

    /** The next message that has this text in it, such as "\"id\":7". */
    public String messageWith(String part) throws IOException {
        String message = message();
        while (!message.contains(part)) {
            message = message();
        }
        return message;
    }

    /** Ends with RST, as a killed client on another machine or one with unread input does. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
