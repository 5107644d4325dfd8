package io.browseragent.proxy.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.cdp.CdpEnvelope;
import io.browseragent.core.cdp.CdpJson;
import java.io.IOException;
import java.util.Optional;

/** Builds CDP messages, their fields in Chrome's order. */
final class Messages {

    private Messages() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static byte[] event(String method, ObjectNode params, Optional<String> sessionId) {
        return bytes(in(object().put("method", method).<ObjectNode>set("params", params), sessionId));
    }

    static byte[] result(CdpEnvelope command, ObjectNode result) {
        return bytes(in(object().put("id", command.id()).<ObjectNode>set("result", result), command.sessionId()));
    }

    static byte[] command(int id, String method, ObjectNode params, Optional<String> sessionId) {
        return bytes(in(object().put("id", id).put("method", method).<ObjectNode>set("params", params), sessionId));
    }

    private static ObjectNode in(ObjectNode message, Optional<String> sessionId) {
        sessionId.ifPresent(session -> message.put("sessionId", session));
        return message;
    }

    static byte[] bytes(JsonNode message) {
        try {
            return CdpJson.MAPPER.writeValueAsBytes(message);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a message of our own cannot be written", e);
        }
    }

    /** Reads what the browser wrote. */
    static ObjectNode read(byte[] message) {
        try {
            return (ObjectNode) CdpJson.MAPPER.readTree(message);
        } catch (IOException | ClassCastException e) {
            throw new IllegalStateException("the browser's message is no JSON object", e);
        }
    }

    static Optional<String> text(JsonNode node, String name) {
        return Optional.ofNullable(node.get(name)).filter(JsonNode::isTextual).map(JsonNode::asText);
    }
}
