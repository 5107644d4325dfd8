package io.browseragent.core.testing;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A command the fake browser got, and the means to answer it: at once, later from any thread, twice, or never.
 * The members of an answer come in Chrome's own order.
 */
public record FakeCall(FakeSocket socket, long id, String method, JsonNode params, Optional<String> sessionId) {

    /** Takes strings of any length, as Chrome does. */
    static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build());

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** The named parameter as text, "" when absent. */
    public String param(String name) {
        return params.path(name).asText("");
    }

    /** Answers with this JSON as the result. */
    public void reply(String resultJson) {
        socket.sendText("{\"id\":" + id + ",\"result\":" + resultJson + tail());
    }

    public void reply(JsonNode result) {
        reply(result.toString());
    }

    public void fail(int code, String message) {
        ObjectNode error = object().put("code", code).put("message", message);
        socket.sendText("{\"id\":" + id + ",\"error\":" + error + tail());
    }

    /** Answers with one frame of exactly this payload size, written as fast as the peer takes it. */
    public void replyOfSize(long bytes) {
        String head = "{\"id\":" + id + ",\"result\":{\"result\":{\"type\":\"string\",\"value\":\"";
        socket.sendPadded(head, "\"}}" + tail(), bytes);
    }

    /** Sends an event on the session of this command. */
    public void event(String method, String paramsJson) {
        socket.sendText(eventJson(method, paramsJson, sessionId));
    }

    static String eventJson(String method, String paramsJson, Optional<String> sessionId) {
        return "{\"method\":\"" + method + "\",\"params\":" + paramsJson + tail(sessionId);
    }

    private String tail() {
        return tail(sessionId);
    }

    private static String tail(Optional<String> sessionId) {
        return sessionId.map(s -> ",\"sessionId\":\"" + s + "\"}").orElse("}");
    }

    static int utf8Length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    @Override
    public String toString() {
        return method + " (id " + id + sessionId.map(s -> ", session " + s).orElse("") + ") on " + socket.path();
    }
}
