package io.browseragent.proxy.browser;

import io.browseragent.core.cdp.CdpError;

/** The browser answered one of the broker's own commands with an error. */
final class BrowserCallException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient CdpError error;

    BrowserCallException(String method, CdpError error) {
        super(method + ": " + error.message(), null, false, false);
        this.error = error;
    }

    public CdpError error() {
        return error;
    }
}
