package io.browseragent.proxy.wire;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;

/** The opening handshake of RFC 6455 section 4.2. */
final class Handshake {

    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int KEY_BYTES = 16;

    private Handshake() {}

    static boolean isUpgrade(HttpServerRequest request) {
        String upgrade = request.getHeader("Upgrade");
        return upgrade != null && upgrade.equalsIgnoreCase("websocket");
    }

    /** What is wrong with the request, or empty if it can be accepted. */
    static Optional<String> fault(HttpServerRequest request) {
        if (request.method() != HttpMethod.GET) {
            return Optional.of("A websocket is opened with GET.");
        }
        if (!"13".equals(request.getHeader("Sec-WebSocket-Version"))) {
            return Optional.of("Sec-WebSocket-Version must be 13.");
        }
        String key = request.getHeader("Sec-WebSocket-Key");
        if (key == null || !isKey(key)) {
            return Optional.of("Sec-WebSocket-Key must be 16 bytes in base64.");
        }
        return Optional.empty();
    }

    private static boolean isKey(String key) {
        try {
            return Base64.getDecoder().decode(key).length == KEY_BYTES;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The value of {@code Sec-WebSocket-Accept}. */
    static String accept(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest((key + GUID).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
    }
}
