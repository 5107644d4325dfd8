package io.browseragent.proxy.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * A command of the broker's own.
 *
 * @param sessionId session it goes to; none for the browser itself
 */
record CdpCall(String method, ObjectNode params, Optional<String> sessionId) {

    static CdpCall of(String method) {
        return new CdpCall(method, JsonNodeFactory.instance.objectNode(), Optional.empty());
    }

    CdpCall with(String name, String value) {
        params.put(name, value);
        return this;
    }

    CdpCall with(String name, boolean value) {
        params.put(name, value);
        return this;
    }

    CdpCall with(String name, int value) {
        params.put(name, value);
        return this;
    }

    CdpCall with(String name, JsonNode value) {
        params.set(name, value);
        return this;
    }

    CdpCall in(Optional<String> session) {
        return new CdpCall(method, params, session);
    }

    CdpCall in(String session) {
        return new CdpCall(method, params, Optional.of(session));
    }
}
