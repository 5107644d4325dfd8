package io.browseragent.proxy.browser;

/** Something answers on the debug port, but not as a browser does. */
final class NotABrowserException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotABrowserException(String message) {
        super(message, null, false, false);
    }
}
