package io.browseragent.core.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The browser's end of one websocket: records each frame, hands on whole messages, and misbehaves on demand.
 * Frames are read on the socket's own thread; every other method may be called from any thread. Sending blocks
 * while the peer does not read.
 */
public final class FakeSocket {

    /** How a TCP connection is ended from this side. */
    public enum Drop {
        /** At once with RST: a killed machine, a reset. */
        RST,
        /** With FIN and no close frame: a process that ended. Unread input turns it into RST (TCP's rule). */
        FIN
    }

    private final FakeBrowser browser;
    private final FakeRequest request;
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final List<WireFrame> frames = new CopyOnWriteArrayList<>();
    private final List<FakeMessage> messages = new CopyOnWriteArrayList<>();
    private final Map<String, String> sessions = new ConcurrentHashMap<>();
    private final Object gate = new Object();
    private boolean reading = true;
    private volatile boolean open = true;
    private volatile boolean closing;
    volatile boolean discovers;
    volatile boolean discoversTabs;

    FakeSocket(FakeBrowser browser, FakeRequest request, Socket socket, InputStream buffered) throws IOException {
        this.browser = browser;
        this.request = request;
        this.socket = socket;
        this.in = new BufferedInputStream(new Gated(buffered), 65536);
        this.out = socket.getOutputStream();
    }

    public String path() {
        return request.path();
    }

    /** The request that was upgraded, with its headers. */
    public FakeRequest request() {
        return request;
    }

    /** False once either side ended the connection. */
    public boolean isOpen() {
        return open;
    }

    /** Every frame received, control frames included. */
    public List<WireFrame> frames() {
        return frames;
    }

    public List<WireFrame> frames(int opcode) {
        return frames.stream().filter(f -> f.opcode() == opcode).toList();
    }

    /** Every whole message received. */
    public List<FakeMessage> messages() {
        return messages;
    }

    /** Session id to target id, for the flat sessions attached on this socket. */
    public Map<String, String> sessions() {
        return sessions;
    }

    /** The target of a page socket. */
    public Optional<String> pageId() {
        String page = "/devtools/page/";
        return path().startsWith(page) ? Optional.of(path().substring(page.length())) : Optional.empty();
    }

    public void sendText(String text) {
        send(WireFrame.of(WireFrame.TEXT, text));
    }

    public void event(String method, String paramsJson) {
        sendText(FakeCall.eventJson(method, paramsJson, Optional.empty()));
    }

    /** Sends one message cut into this many frames, with a ping between the first two. */
    public void sendFragmented(String text, int parts) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < parts; i++) {
            byte[] part = Arrays.copyOfRange(bytes, cut(bytes, i, parts), cut(bytes, i + 1, parts));
            send(new WireFrame(i == 0 ? WireFrame.TEXT : WireFrame.CONTINUATION, i == parts - 1, false, part));
            if (i == 0) {
                ping("between fragments");
            }
        }
    }

    private static int cut(byte[] bytes, int part, int parts) {
        return (int) ((long) bytes.length * part / parts);
    }

    public void ping(String payload) {
        send(WireFrame.of(WireFrame.PING, payload));
    }

    /** Sends an event as one frame of exactly this payload size, written as fast as the peer takes it. */
    public void sendEventOfSize(String method, long bytes) {
        sendPadded("{\"method\":\"" + method + "\",\"params\":{\"data\":\"", "\"}}", bytes);
    }

    /** Sends a close frame and waits for the peer's, as a browser that shuts down in order does. */
    public void close(int code, String reason) {
        closing = true;
        send(WireFrame.close(code, reason));
    }

    /** Takes nothing more off the socket, so that the peer's writes stall; what came before is still recorded. */
    public void stopReading() {
        setReading(false);
    }

    public void resumeReading() {
        setReading(true);
    }

    public void drop(Drop how) {
        open = false;
        resumeReading();
        try {
            if (how == Drop.RST) {
                socket.setSoLinger(true, 0);
            }
            socket.close();
        } catch (IOException alreadyGone) {
            // The wish is fulfilled.
        }
    }

    public void send(WireFrame frame) {
        write(frame.encode());
    }

    /** Writes bytes as they are: for broken frames. */
    public void write(byte[] raw) {
        synchronized (out) {
            try {
                out.write(raw);
            } catch (IOException e) {
                open = false;
                throw new UncheckedIOException(e);
            }
        }
    }

    void sendPadded(String head, String tail, long bytes) {
        long padding = bytes - FakeCall.utf8Length(head) - FakeCall.utf8Length(tail);
        if (padding < 0) {
            throw new IllegalArgumentException("size: too small for the message around it: " + bytes);
        }
        byte[] chunk = new byte[256 * 1024];
        Arrays.fill(chunk, (byte) 'x');
        // One lock for the whole frame: no other frame may come in between.
        synchronized (out) {
            write(WireFrame.header(WireFrame.TEXT, true, false, bytes));
            write(head.getBytes(StandardCharsets.UTF_8));
            for (long left = padding; left > 0; left -= chunk.length) {
                write(left >= chunk.length ? chunk : Arrays.copyOf(chunk, (int) left));
            }
            write(tail.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Reads until the connection ends. */
    void readAll() {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        int opcode = 0;
        int parts = 0;
        try {
            while (open) {
                WireFrame frame = WireFrame.read(in);
                frames.add(frame);
                if (frame.opcode() >= WireFrame.CLOSE) {
                    control(frame);
                    continue;
                }
                opcode = frame.opcode() == WireFrame.CONTINUATION ? opcode : frame.opcode();
                parts++;
                message.write(frame.payload());
                if (frame.fin()) {
                    String text = message.toString(StandardCharsets.UTF_8);
                    message.reset();
                    messages.add(new FakeMessage(opcode, parts, frame.masked(), text));
                    parts = 0;
                    browser.received(this, text);
                }
            }
        } catch (IOException | UncheckedIOException ended) {
            // However it ended: the connection is gone, and that is all there is to know.
        } finally {
            drop(Drop.FIN);
        }
    }

    private void control(WireFrame frame) {
        if (browser.is(FakeBrowser.Silence.SOCKETS)) {
            return;
        }
        if (frame.opcode() == WireFrame.PING) {
            send(new WireFrame(WireFrame.PONG, true, false, frame.payload()));
        } else if (frame.opcode() == WireFrame.CLOSE) {
            // Chrome sends the bare code back and ends the connection.
            if (!closing) {
                send(WireFrame.close(frame.closeCode() == 1005 ? 1000 : frame.closeCode(), ""));
            }
            drop(Drop.FIN);
        }
    }

    private void setReading(boolean value) {
        synchronized (gate) {
            reading = value;
            gate.notifyAll();
        }
    }

    /** Lets nothing through while reading is stopped, not even what a read that had already begun brings. */
    private final class Gated extends InputStream {
        private final InputStream source;

        Gated(InputStream source) {
            this.source = source;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            pass();
            int count = source.read(bytes, offset, length);
            pass();
            return count;
        }

        @Override
        public int available() throws IOException {
            return source.available();
        }

        private void pass() throws IOException {
            synchronized (gate) {
                while (!reading) {
                    try {
                        gate.wait();
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                }
            }
        }
    }

    @Override
    public String toString() {
        return path() + (open ? "" : " (ended)");
    }
}
