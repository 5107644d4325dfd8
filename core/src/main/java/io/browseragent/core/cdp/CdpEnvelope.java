package io.browseragent.core.cdp;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a policy needs to know of a command, without its parameters.
 *
 * <p>Clients write the properties in any order and may be hostile, so a command is read to its end: what this reader
 * does not accept must not be forwarded. It accepts no more than Chrome does, and refuses a doubled property, of which
 * two readers could see different ones.
 */
public record CdpEnvelope(int id, String method, Optional<String> sessionId) {

    /** Method and session id are read into memory, and a hostile one may be as long as a message. */
    private static final int MAX_NAME_LENGTH = 1 << 16;

    private static final int CHROMES_DEPTH = 300;

    private static final JsonFactory JSON = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(MAX_NAME_LENGTH)
                    .maxNestingDepth(CHROMES_DEPTH)
                    .build())
            .build();

    /** Reads by streaming; {@code params} are skipped, not built. */
    public static CdpEnvelope read(byte[] bytes, int offset, int length) throws MalformedCommand {
        if (length >= 2 && !isUtf8Json(bytes[offset], bytes[offset + 1])) {
            throw new MalformedCommand(CdpError.notJson(0), OptionalInt.empty());
        }
        try (JsonParser json = JSON.createParser(bytes, offset, length)) {
            return new Reading(json).envelope();
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory failed", e);
        }
    }

    /** The same for a message that does not lie in one array; blocks no longer than reading its bytes takes. */
    public static CdpEnvelope read(InputStream bytes) throws MalformedCommand {
        PushbackInputStream whole = new PushbackInputStream(bytes, 2);
        try {
            byte[] start = whole.readNBytes(2);
            if (start.length == 2 && !isUtf8Json(start[0], start[1])) {
                throw new MalformedCommand(CdpError.notJson(0), OptionalInt.empty());
            }
            whole.unread(start);
            try (JsonParser json = JSON.createParser(whole)) {
                return new Reading(json).envelope();
            }
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory failed", e);
        }
    }

    /** Jackson guesses UTF-16 and UTF-32 from zero bytes and byte order marks; Chrome reads UTF-8 alone. */
    private static boolean isUtf8Json(byte first, byte second) {
        return first > 0 && second != 0;
    }

    private static final class Reading {

        private final JsonParser json;
        private OptionalInt id = OptionalInt.empty();
        private boolean idSeen;
        private String method;
        private boolean methodSeen;
        private String sessionId;
        private boolean sessionIdSeen;
        private boolean paramsSeen;

        Reading(JsonParser json) {
            this.json = json;
        }

        CdpEnvelope envelope() throws IOException, MalformedCommand {
            try {
                JsonToken first = json.nextToken();
                if (first == null) {
                    throw malformed(CdpError.NO_INPUT);
                }
                if (first != JsonToken.START_OBJECT) {
                    json.skipChildren();
                    requireEnd();
                    throw malformed(CdpError.NOT_AN_OBJECT);
                }
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    property(json.currentName(), json.nextToken());
                }
                requireEnd();
            } catch (JsonProcessingException e) {
                long at = e.getLocation() == null
                        ? 0
                        : Math.max(0, e.getLocation().getByteOffset());
                throw new MalformedCommand(CdpError.notJson(at), OptionalInt.empty());
            }
            if (id.isEmpty()) {
                throw malformed(CdpError.ID_MISSING);
            }
            if (method == null) {
                throw malformed(CdpError.METHOD_MISSING);
            }
            if (sessionIdSeen && sessionId == null) {
                throw malformed(CdpError.SESSION_ID_NOT_STRING);
            }
            return new CdpEnvelope(id.getAsInt(), method, Optional.ofNullable(sessionId));
        }

        private void property(String name, JsonToken value) throws IOException, MalformedCommand {
            switch (name) {
                case "id" -> {
                    idSeen = once(idSeen, name);
                    if (value == JsonToken.VALUE_NUMBER_INT && json.getNumberType() == JsonParser.NumberType.INT) {
                        id = OptionalInt.of(json.getIntValue());
                    }
                }
                case "method" -> {
                    methodSeen = once(methodSeen, name);
                    method = value == JsonToken.VALUE_STRING ? json.getText() : null;
                }
                case "sessionId" -> {
                    sessionIdSeen = once(sessionIdSeen, name);
                    sessionId = value == JsonToken.VALUE_STRING ? json.getText() : null;
                }
                case "params" -> {
                    paramsSeen = once(paramsSeen, name);
                    if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
                        throw malformed(CdpError.PARAMS_NOT_OBJECT);
                    }
                }
                default -> throw malformed(CdpError.UNKNOWN_PROPERTY);
            }
            json.skipChildren();
        }

        private boolean once(boolean seen, String name) throws MalformedCommand {
            if (seen) {
                throw malformed(CdpError.duplicateProperty(name));
            }
            return true;
        }

        private void requireEnd() throws IOException, MalformedCommand {
            long end = json.currentLocation().getByteOffset();
            boolean more;
            try {
                more = json.nextToken() != null;
            } catch (JsonProcessingException e) {
                more = true;
            }
            if (more) {
                throw new MalformedCommand(CdpError.trailing(end), OptionalInt.empty());
            }
        }

        private MalformedCommand malformed(CdpError error) {
            return new MalformedCommand(error, id);
        }
    }
}
