package io.browseragent.proxy.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.cdp.CdpError;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Checks the parameters of the commands that are answered here, as Chrome's generated code does: mandatory ones are
 * there, and all that are there have their type. Types are those of the protocol's description.
 */
final class Parameters {

    private enum Type {
        STRING(JsonNode::isTextual, "BINDINGS: string value expected"),
        BOOL(JsonNode::isBoolean, "BINDINGS: bool value expected"),
        INT(value -> value.isIntegralNumber() && value.canConvertToInt(), "BINDINGS: int32 value expected"),
        LIST(JsonNode::isArray, "CBOR: array start expected");

        private final Predicate<JsonNode> is;
        private final String expected;

        Type(Predicate<JsonNode> is, String expected) {
            this.is = is;
            this.expected = expected;
        }
    }

    private record Parameter(String name, Type type, boolean mandatory) {

        /** @param in the object that it is part of, with a dot; empty for the parameters themselves */
        Optional<CdpError> fault(String in, JsonNode value) {
            if (value == null) {
                return mandatory
                        ? Optional.of(CdpError.invalidParameter(in + name, "BINDINGS: mandatory field missing"))
                        : Optional.empty();
            }
            return type.is.test(value)
                    ? Optional.empty()
                    : Optional.of(CdpError.invalidParameter(in + name, type.expected));
        }
    }

    private static final Parameter TARGET = need("targetId", Type.STRING);
    private static final Parameter FILTER = may("filter", Type.LIST);
    private static final Parameter FLATTEN = may("flatten", Type.BOOL);
    private static final Parameter WAIT = need("waitForDebuggerOnStart", Type.BOOL);

    private static final List<Parameter> FILTER_ENTRY = List.of(may("exclude", Type.BOOL), may("type", Type.STRING));
    private static final List<Parameter> AUTO_ATTACH = List.of(need("autoAttach", Type.BOOL), WAIT, FLATTEN, FILTER);

    static Optional<CdpError> fault(LocalAnswer answer, ObjectNode params) {
        return Stream.concat(
                        of(answer).stream().map(parameter -> parameter.fault("", params.get(parameter.name()))),
                        StreamSupport.stream(params.path("filter").spliterator(), false)
                                .map(Parameters::filterEntryFault))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<CdpError> filterEntryFault(JsonNode entry) {
        if (!entry.isObject()) {
            return Optional.of(CdpError.invalidParameter("filter", "CBOR: map start expected"));
        }
        return FILTER_ENTRY.stream()
                .flatMap(parameter -> parameter.fault("filter.", entry.get(parameter.name())).stream())
                .findFirst();
    }

    private static List<Parameter> of(LocalAnswer answer) {
        return switch (answer) {
            case GET_TARGETS -> List.of(FILTER);
            case GET_TARGET_INFO -> List.of(may("targetId", Type.STRING));
            case ATTACH_TO_TARGET -> List.of(TARGET, FLATTEN);
            case CLOSE_TARGET, ACTIVATE_TARGET, GET_DEVTOOLS_TARGET -> List.of(TARGET);
            case DETACH_FROM_TARGET -> List.of(may("sessionId", Type.STRING), may("targetId", Type.STRING));
            case SEND_MESSAGE_TO_TARGET ->
                List.of(need("message", Type.STRING), may("sessionId", Type.STRING), may("targetId", Type.STRING));
            case SET_DISCOVER_TARGETS -> List.of(need("discover", Type.BOOL), FILTER);
            case SET_AUTO_ATTACH, SET_CHILD_AUTO_ATTACH -> AUTO_ATTACH;
            case AUTO_ATTACH_RELATED -> List.of(TARGET, WAIT, FILTER);
            case CREATE_TARGET ->
                List.of(
                        need("url", Type.STRING),
                        may("left", Type.INT),
                        may("top", Type.INT),
                        may("width", Type.INT),
                        may("height", Type.INT),
                        may("windowState", Type.STRING),
                        may("browserContextId", Type.STRING),
                        may("newWindow", Type.BOOL),
                        may("background", Type.BOOL),
                        may("forTab", Type.BOOL),
                        may("hidden", Type.BOOL),
                        may("focus", Type.BOOL));
            case CREATE_CONTEXT ->
                List.of(
                        may("disposeOnDetach", Type.BOOL),
                        may("proxyServer", Type.STRING),
                        may("proxyBypassList", Type.STRING),
                        may("originsWithUniversalNetworkAccess", Type.LIST));
            case DISPOSE_CONTEXT -> List.of(need("browserContextId", Type.STRING));
            case ATTACH_TO_BROWSER_TARGET, GET_CONTEXTS -> List.of();
        };
    }

    private static Parameter need(String name, Type type) {
        return new Parameter(name, type, true);
    }

    private static Parameter may(String name, Type type) {
        return new Parameter(name, type, false);
    }
}
