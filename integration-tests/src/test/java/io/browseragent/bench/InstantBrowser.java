package io.browseragent.bench;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A browser that answers each command at once, in a JVM of its own, so that what is measured is the process in
 * between. A call whose text holds {@link #BIG} gets 30 MB. Only as much protocol as a broker needs to start: the
 * /json pages, tabs, flat sessions. Argument: port to listen on.
 */
public final class InstantBrowser {

    static final int BIG_BYTES = 30 * 1024 * 1024;
    static final String BIG = ".repeat(";

    private static final String BROWSER = "/devtools/browser/" + UUID.randomUUID();
    private static final byte[] BIG_TEXT = new byte[BIG_BYTES];
    private static final byte[] BIG_MARK = BIG.getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TARGET_MARK = "\"Target.".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BROWSER_MARK = "\"Browser.".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ID_HEAD = "{\"id\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ID_MARK = "\"id\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SESSION_MARK = "\"sessionId\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] RESULT =
            "\"result\":{\"result\":{\"type\":\"number\",\"value\":2,\"description\":\"2\"}}"
                    .getBytes(StandardCharsets.US_ASCII);
    private static final Pattern PARAM = Pattern.compile("\"(method|targetId|sessionId|url)\":\"([^\"]*)\"");
    private static final List<String> TABS = new CopyOnWriteArrayList<>(List.of(hexId()));
    /** Before the id of its page, the id of a tab. */
    private static final String TAB_OF = "TAB-OF-";

    private static final Map<String, String> SESSIONS = new ConcurrentHashMap<>();
    private static final List<OutputStream> DISCOVERING = new CopyOnWriteArrayList<>();

    private final int port;
    private final InputStream in;
    private final OutputStream out;
    private final ByteArrayOutputStream answers = new ByteArrayOutputStream(65536);

    private InstantBrowser(int port, Socket socket) throws IOException {
        this.port = port;
        this.in = new BufferedInputStream(socket.getInputStream(), 65536);
        this.out = socket.getOutputStream();
    }

    public static void main(String[] args) throws IOException {
        Arrays.fill(BIG_TEXT, (byte) 'x');
        int port = Integer.parseInt(args[0]);
        try (ServerSocket server = new ServerSocket(port, 256, InetAddress.getLoopbackAddress())) {
            while (true) {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                new Thread(() -> serve(port, socket)).start();
            }
        }
    }

    private static void serve(int port, Socket socket) {
        try (socket) {
            InstantBrowser connection = new InstantBrowser(port, socket);
            if (connection.http()) {
                connection.frames();
            }
        } catch (IOException ended) {
            // The peer went away.
        }
    }

    private static String hexId() {
        return UUID.randomUUID().toString().replace("-", "").toUpperCase();
    }

    /** True once upgraded, false when the peer ends the connection. */
    private boolean http() throws IOException {
        while (true) {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int c = in.read();
                if (c < 0) {
                    return false;
                }
                head.append((char) c);
            }
            String target = head.toString().split(" ")[1];
            Matcher key = Pattern.compile("(?i)sec-websocket-key: *(\\S+)").matcher(head);
            if (key.find()) {
                write("HTTP/1.1 101 WebSocket Protocol Handshake\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Accept: " + acceptKey(key.group(1)) + "\r\n\r\n");
                return true;
            }
            String body = page(target);
            write("HTTP/1.1 200 OK\r\nContent-Length:" + body.length()
                    + "\r\nContent-Type:application/json; charset=UTF-8\r\n\r\n" + body);
        }
    }

    private String page(String target) {
        if (target.startsWith("/json/version")) {
            return "{\"Browser\":\"Chrome/156.0.0.0\",\"Protocol-Version\":\"1.3\",\"User-Agent\":\"instant\","
                    + "\"V8-Version\":\"15.6\",\"WebKit-Version\":\"537.36\",\"webSocketDebuggerUrl\":\"ws://127.0.0.1:"
                    + port + BROWSER + "\"}";
        } else if (target.startsWith("/json/new")) {
            return tab(open());
        } else if (target.startsWith("/json/protocol")) {
            return "{\"domains\":[]}";
        }
        return "[" + String.join(",", TABS.stream().map(this::tab).toList()) + "]";
    }

    private String tab(String id) {
        return "{\"description\":\"\",\"id\":\"" + id + "\",\"title\":\"\",\"type\":\"page\",\"url\":\"about:blank\","
                + "\"webSocketDebuggerUrl\":\"ws://127.0.0.1:" + port + "/devtools/page/" + id + "\"}";
    }

    private static String acceptKey(String key) {
        try {
            byte[] text = (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.US_ASCII);
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private void frames() throws IOException {
        try {
            while (frame()) {
                flush(); // One write per answer, as Chromium does.
            }
        } finally {
            DISCOVERING.remove(out);
        }
    }

    private boolean frame() throws IOException {
        int first = in.read();
        if (first < 0) {
            return false;
        }
        int length = in.read() & 0x7f;
        if (length > 125) {
            int lengthBytes = length == 126 ? 2 : 8;
            length = 0;
            for (int i = 0; i < lengthBytes; i++) {
                length = length << 8 | in.read();
            }
        }
        byte[] key = in.readNBytes(4);
        byte[] payload = in.readNBytes(length);
        for (int i = 0; i < payload.length; i++) {
            payload[i] ^= key[i & 3];
        }
        switch (first & 0x0f) {
            case 8:
                return false;
            case 9:
                answers.write(0x8a);
                answers.write(payload.length);
                answers.writeBytes(payload);
                return true;
            case 10:
                return true;
            default:
                answer(payload);
                return true;
        }
    }

    private void answer(byte[] message) throws IOException {
        if (indexOf(message, BIG_MARK) >= 0) {
            flush();
            big(id(message));
        } else if (indexOf(message, TARGET_MARK) >= 0 || indexOf(message, BROWSER_MARK) >= 0) {
            flush();
            slow(new String(message, StandardCharsets.UTF_8), new String(id(message), StandardCharsets.US_ASCII));
        } else {
            byte[] id = id(message);
            byte[] session = session(message);
            int length = ID_HEAD.length + id.length + 1 + RESULT.length + session.length + 1;
            header(length);
            answers.writeBytes(ID_HEAD);
            answers.writeBytes(id);
            answers.write(',');
            answers.writeBytes(RESULT);
            answers.writeBytes(session);
            answers.write('}');
        }
    }

    private void big(byte[] id) throws IOException {
        byte[] head = ("{\"id\":" + new String(id, StandardCharsets.US_ASCII)
                        + ",\"result\":{\"result\":{\"type\":\"string\",\"value\":\"")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] tail = "\"}}}".getBytes(StandardCharsets.US_ASCII);
        header(head.length + BIG_BYTES + tail.length);
        answers.writeBytes(head);
        flush();
        out.write(BIG_TEXT);
        out.write(tail);
    }

    private void slow(String message, String id) throws IOException {
        String method = param(message, "method");
        String result = "{}";
        String session = new String(session(message.getBytes(StandardCharsets.UTF_8)), StandardCharsets.US_ASCII);
        switch (method) {
            case "Target.setDiscoverTargets" -> {
                DISCOVERING.add(out);
                for (String tab : TABS) {
                    event(out, "Target.targetCreated", "{\"targetInfo\":" + info(tab) + "}");
                }
            }
            case "Target.getTargets" ->
                result = "{\"targetInfos\":["
                        + String.join(
                                ",", TABS.stream().map(InstantBrowser::info).toList()) + "]}";
            case "Target.getTargetInfo" -> result = "{\"targetInfo\":" + info(param(message, "targetId")) + "}";
            case "Target.createTarget" -> {
                String page = open();
                result = "{\"targetId\":\"" + (message.contains("\"forTab\":true") ? TAB_OF + page : page) + "\"}";
            }
            case "Target.closeTarget" -> {
                result = "{\"success\":true}";
                TABS.remove(param(message, "targetId"));
            }
            case "Target.attachToTarget" -> {
                String attached = attach(param(message, "targetId"), "");
                result = "{\"sessionId\":\"" + attached + "\"}";
            }
            case "Target.setAutoAttach" -> {
                String tab = SESSIONS.getOrDefault(param(message, "sessionId"), "");
                if (tab.startsWith(TAB_OF)) {
                    attach(tab.substring(TAB_OF.length()), session);
                }
            }
            case "Browser.getVersion" ->
                result = "{\"protocolVersion\":\"1.3\",\"product\":\"Chrome/156.0.0.0\","
                        + "\"revision\":\"@0\",\"userAgent\":\"instant\",\"jsVersion\":\"15.6\"}";
            default -> {
                // {} will do.
            }
        }
        send(out, "{\"id\":" + id + ",\"result\":" + result + session + "}");
    }

    /** @param parent the member that names the session it is told in; may be empty */
    private String attach(String target, String parent) throws IOException {
        String session = hexId();
        SESSIONS.put(session, target);
        String params =
                "{\"sessionId\":\"" + session + "\",\"targetInfo\":" + info(target) + ",\"waitingForDebugger\":false}";
        send(out, "{\"method\":\"Target.attachedToTarget\",\"params\":" + params + parent + "}");
        return session;
    }

    private static String open() {
        String id = hexId();
        TABS.add(id);
        for (OutputStream other : DISCOVERING) {
            try {
                event(other, "Target.targetCreated", "{\"targetInfo\":" + info(id) + "}");
            } catch (IOException gone) {
                DISCOVERING.remove(other);
            }
        }
        return id;
    }

    private static String info(String id) {
        return "{\"targetId\":\"" + id + "\",\"type\":\"page\",\"title\":\"\",\"url\":\"about:blank\","
                + "\"attached\":false,\"canAccessOpener\":false,\"browserContextId\":\"" + "0".repeat(32) + "\"}";
    }

    private static String param(String message, String name) {
        Matcher matcher = PARAM.matcher(message);
        while (matcher.find()) {
            if (matcher.group(1).equals(name)) {
                return matcher.group(2);
            }
        }
        return "";
    }

    private static byte[] id(byte[] message) {
        int start = indexOf(message, ID_MARK) + ID_MARK.length;
        int end = start;
        while (message[end] >= '0' && message[end] <= '9') {
            end++;
        }
        return Arrays.copyOfRange(message, start, end);
    }

    /** The member to repeat at the end of the answer, with its comma; empty without a session. */
    private static byte[] session(byte[] message) {
        int start = indexOf(message, SESSION_MARK);
        if (start < 0) {
            return new byte[0];
        }
        byte[] member = new byte[SESSION_MARK.length + 34];
        member[0] = ',';
        System.arraycopy(message, start, member, 1, member.length - 1);
        return member;
    }

    private static int indexOf(byte[] text, byte[] part) {
        for (int i = 0; i <= text.length - part.length; i++) {
            if (text[i] == part[0] && Arrays.equals(text, i, i + part.length, part, 0, part.length)) {
                return i;
            }
        }
        return -1;
    }

    private static void event(OutputStream to, String method, String params) throws IOException {
        send(to, "{\"method\":\"" + method + "\",\"params\":" + params + "}");
    }

    /** One write per message: events come from other threads, and a stream write is whole. */
    private static void send(OutputStream to, String text) throws IOException {
        byte[] payload = text.getBytes(StandardCharsets.UTF_8);
        byte[] frame =
                Arrays.copyOf(Driver.header(0x81, payload.length), Driver.headerSize(payload.length) + payload.length);
        System.arraycopy(payload, 0, frame, frame.length - payload.length, payload.length);
        to.write(frame);
    }

    private void header(int length) {
        answers.writeBytes(Driver.header(0x81, length));
    }

    private void flush() throws IOException {
        answers.writeTo(out);
        answers.reset();
    }

    private void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
