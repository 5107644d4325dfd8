package io.browseragent.proxy.frame;

/** The peer broke the WebSocket protocol or a limit; its connection ends with this status. */
final class ProtocolFault extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient CloseStatus status;

    ProtocolFault(int code, String reason) {
        super(reason, null, false, false);
        this.status = new CloseStatus(code, reason);
    }

    CloseStatus status() {
        return status;
    }
}
