package io.browseragent.core.cdp;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.OptionalInt;

/** Replies that the broker gives itself, as UTF-8 JSON with the fields in Chrome's order. */
public final class CdpReply {

    private interface Body {
        void writeTo(JsonGenerator json) throws IOException;
    }

    private CdpReply() {}

    /** {@code {"id":…,"result":{}}}: what Chrome answers to a command that has nothing to say. */
    public static byte[] empty(CdpEnvelope command) {
        return write(OptionalInt.of(command.id()), command.sessionId(), json -> {
            json.writeObjectFieldStart("result");
            json.writeEndObject();
        });
    }

    /** A reply with this result. */
    public static byte[] result(CdpEnvelope command, JsonNode result) {
        return write(OptionalInt.of(command.id()), command.sessionId(), json -> {
            json.writeFieldName("result");
            json.writeTree(result);
        });
    }

    public static byte[] error(CdpEnvelope command, CdpError error) {
        return write(OptionalInt.of(command.id()), command.sessionId(), errorBody(error));
    }

    /** The answer to what is no command; Chrome leaves the id out where it could not read one. */
    public static byte[] error(MalformedCommand malformed) {
        return write(malformed.id(), Optional.empty(), errorBody(malformed.error()));
    }

    private static Body errorBody(CdpError error) {
        return json -> {
            json.writeObjectFieldStart("error");
            json.writeNumberField("code", error.code());
            json.writeStringField("message", error.message());
            if (error.data().isPresent()) {
                json.writeStringField("data", error.data().get());
            }
            json.writeEndObject();
        };
    }

    private static byte[] write(OptionalInt id, Optional<String> sessionId, Body body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
        try (JsonGenerator json = CdpJson.MAPPER.createGenerator(bytes)) {
            json.writeStartObject();
            if (id.isPresent()) {
                json.writeNumberField("id", id.getAsInt());
            }
            body.writeTo(json);
            if (sessionId.isPresent()) {
                json.writeStringField("sessionId", sessionId.get());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
