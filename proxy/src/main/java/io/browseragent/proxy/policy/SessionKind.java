package io.browseragent.proxy.policy;

/** What a session is attached to, which decides what it may do. */
public enum SessionKind {
    /** The browser itself: a browser socket, or {@code Target.attachToBrowserTarget}. */
    BROWSER,
    /** A page or an iframe; page sockets too. */
    PAGE,
    /** A tab: the target around a page, which Puppeteer and chromedriver attach to. */
    TAB,
    /** A worker, shared worker, service worker or worklet. */
    WORKER;

    /** The kind of a {@code Target.TargetInfo.type}; unknown types get the least rights. */
    public static SessionKind ofTargetType(String type) {
        return switch (type) {
            case "browser" -> BROWSER;
            case "page", "iframe", "webview", "background_page" -> PAGE;
            case "tab" -> TAB;
            default -> WORKER;
        };
    }
}
