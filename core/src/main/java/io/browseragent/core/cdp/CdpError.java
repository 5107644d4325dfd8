package io.browseragent.core.cdp;

import java.util.Optional;

/**
 * An error reply; where Chrome has words for a case they are used unchanged (measured against Chromium 156).
 *
 * @param data what is wrong in detail, where Chrome says so
 */
public record CdpError(int code, String message, Optional<String> data) {

    public CdpError(int code, String message) {
        this(code, message, Optional.empty());
    }

    public static final CdpError ID_MISSING = new CdpError(-32600, "Message must have integer 'id' property");
    public static final CdpError METHOD_MISSING = new CdpError(-32600, "Message must have string 'method' property");
    public static final CdpError SESSION_ID_NOT_STRING =
            new CdpError(-32600, "Message may have string 'sessionId' property");
    public static final CdpError NOT_AN_OBJECT = new CdpError(-32600, "Message must be an object");
    public static final CdpError PARAMS_NOT_OBJECT = new CdpError(-32600, "Message may have object 'params' property");
    public static final CdpError UNKNOWN_PROPERTY =
            new CdpError(-32600, "Message has property other than 'id', 'method', 'sessionId', 'params'");
    public static final CdpError NO_INPUT = new CdpError(-32700, "JSON: no input at position 0");
    public static final CdpError NOT_ALLOWED = new CdpError(-32000, "Not allowed");
    public static final CdpError NO_TARGET = new CdpError(-32602, "No target with given id found");

    /** @param fault in Chrome's words, but for the place in its own encoding of the command */
    public static CdpError invalidParameter(String name, String fault) {
        return new CdpError(
                -32602, "Invalid parameters", Optional.of("Failed to deserialize params." + name + " - " + fault));
    }

    public static CdpError notJson(long position) {
        return new CdpError(-32700, "JSON: invalid token at position " + position);
    }

    public static CdpError trailing(long position) {
        return new CdpError(-32700, "JSON: unprocessed input remains at position " + position);
    }

    public static CdpError duplicateProperty(String name) {
        return new CdpError(-32600, "Message must not have the property '" + name + "' twice");
    }

    /** A fault of the broker's own; its log has the cause. */
    public static CdpError internal(String method) {
        return new CdpError(-32603, "browser-agent: internal error in " + method + "; see the log");
    }
}
