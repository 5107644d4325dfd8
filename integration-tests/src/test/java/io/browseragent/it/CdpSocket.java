package io.browseragent.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * The plainest CDP client: sends what a test says, keeps all that comes in the order in which it came.
 *
 * <p>Not over the JDK's own websocket: that one at times does not notice that the other side has dropped the line.
 */
public final class CdpSocket implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    /** Results of any size. */
    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build());

    private static final int NORMAL = 1000;
    private static final int BROKEN = 1006;

    private final AtomicInteger lastId = new AtomicInteger();
    private final AtomicInteger pongs = new AtomicInteger();
    private final List<JsonNode> received = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Closing> closing = new CompletableFuture<>();
    private final RawSocket socket;

    /** How a connection ended; 1006 when it just broke. */
    public record Closing(int code, String reason) {}

    /** The answer to a call was an error. */
    public static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final int code;
        private final String text;

        private Refused(String method, JsonNode error) {
            super(method + ": " + error);
            this.code = error.path("code").asInt();
            this.text = error.path("message").asText();
        }

        public int code() {
            return code;
        }

        /** The message of the error alone. */
        public String text() {
            return text;
        }
    }

    private CdpSocket(RawSocket socket) {
        this.socket = socket;
        Thread reader = new Thread(this::read, "cdp-socket");
        reader.setDaemon(true);
        reader.start();
    }

    /** Opens {@code ws://host:port/path}; further header lines as {@code "Origin: http://evil"}. */
    public static CdpSocket connect(String url, String... headers) {
        URI uri = URI.create(url);
        RawSocket socket = RawSocket.open(uri.getHost().replaceAll("[\\[\\]]", ""), uri.getPort());
        RawSocket.Answer answer = socket.upgrade(
                uri.getAuthority(),
                uri.getRawQuery() == null ? uri.getRawPath() : uri.getRawPath() + "?" + uri.getRawQuery(),
                headers);
        if (answer.status() != 101) {
            socket.close();
            throw new IllegalStateException(url + " was refused: " + answer);
        }
        return new CdpSocket(socket);
    }

    /** Calls at the level of this socket and waits for the result; parameters are name, value, name, value. */
    public JsonNode call(String method, Object... parameters) {
        return callIn(null, method, parameters);
    }

    /** Calls in a flat session. */
    public JsonNode callIn(String sessionId, String method, Object... parameters) {
        JsonNode reply = awaitReply(send(sessionId, method, parameters), method);
        if (reply.has("error")) {
            throw new Refused(method, reply.get("error"));
        }
        return reply.get("result");
    }

    /** Sends a call without waiting; gives its id for {@link #awaitReply}. */
    public int send(String sessionId, String method, Object... parameters) {
        int id = lastId.incrementAndGet();
        ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
        ObjectNode params = message.putObject("params");
        for (int i = 0; i < parameters.length; i += 2) {
            params.set((String) parameters[i], JSON.valueToTree(parameters[i + 1]));
        }
        if (sessionId != null) {
            message.put("sessionId", sessionId);
        }
        sendText(message.toString());
        return id;
    }

    /** Sends a text as it is. */
    public synchronized void sendText(String text) {
        socket.sendText(text);
    }

    /** The whole reply, result or error. */
    public JsonNode awaitReply(int id, String what) {
        return awaitMessage(
                "the reply to " + what, message -> message.path("id").asInt(-1) == id);
    }

    /** The first event of this kind, also one that came before. */
    public JsonNode awaitEvent(String method, Predicate<JsonNode> ofParams) {
        return awaitMessage(
                "event " + method,
                message -> message.path("method").asText().equals(method) && ofParams.test(message.path("params")));
    }

    public JsonNode awaitEvent(String method) {
        return awaitEvent(method, params -> true);
    }

    public JsonNode awaitMessage(String what, Predicate<JsonNode> wanted) {
        return await(what)
                .atMost(LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .failFast(() -> {
                    if (closing.isDone() && none(wanted)) {
                        throw new AssertionError(what + " cannot come: " + closing.join());
                    }
                })
                .until(() -> received.stream().filter(wanted).findFirst(), found -> found.isPresent())
                .orElseThrow();
    }

    /** All that came so far, replies and events, in order. */
    public List<JsonNode> received() {
        return List.copyOf(received);
    }

    public List<JsonNode> events(String method) {
        return received.stream()
                .filter(message -> message.path("method").asText().equals(method))
                .toList();
    }

    public boolean isOpen() {
        return !closing.isDone();
    }

    public Closing awaitClosing() {
        return await("the end of the connection")
                .atMost(LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> closing.getNow(null), Objects::nonNull);
    }

    /** Asks for a pong; whether one came shows in {@link #pongs}. */
    public void ping() {
        sendFrame(RawSocket.PING);
    }

    public int pongs() {
        return pongs.get();
    }

    /** Breaks the connection without a word. */
    public void abort() {
        socket.reset();
    }

    /** Closes as it should be done, and waits a little for the other side's answer. */
    @Override
    public void close() {
        if (isOpen()) {
            try {
                sendFrame(RawSocket.CLOSE, (byte) (NORMAL >> 8), (byte) NORMAL);
            } catch (UncheckedIOException e) {
                // It has just been closed by the other side.
            }
            closing.completeOnTimeout(new Closing(BROKEN, "no answer to the close frame"), 2, TimeUnit.SECONDS)
                    .join();
        }
        socket.close();
    }

    private synchronized void sendFrame(int opcode, byte... payload) {
        socket.send(RawSocket.frame(opcode, true, true, payload));
    }

    private boolean none(Predicate<JsonNode> wanted) {
        return received.stream().noneMatch(wanted);
    }

    private void read() {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        try {
            socket.waitForever();
            while (true) {
                RawSocket.Frame frame = socket.readFrame();
                if (frame.opcode() == RawSocket.CLOSE) {
                    closing.complete(new Closing(frame.closeCode(), frame.closeReason()));
                    sendFrame(RawSocket.CLOSE, frame.payload());
                    socket.close();
                    return;
                } else if (frame.opcode() == RawSocket.PING) {
                    sendFrame(RawSocket.PONG, frame.payload());
                } else if (frame.opcode() == RawSocket.PONG) {
                    pongs.incrementAndGet();
                } else {
                    message.writeBytes(frame.payload());
                    if (frame.last()) {
                        received.add(parse(message.toString(UTF_8)));
                        message.reset();
                    }
                }
            }
        } catch (UncheckedIOException e) {
            closing.complete(new Closing(BROKEN, ""));
        }
    }

    private static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return JSON.createObjectNode().put("notJson", text);
        }
    }
}
