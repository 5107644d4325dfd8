package io.browseragent.proxy.browser;

/** No browser could be asked; the message says why and what to do. */
final class NoBrowserException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NoBrowserException(String message) {
        super(message, null, false, false);
    }
}
