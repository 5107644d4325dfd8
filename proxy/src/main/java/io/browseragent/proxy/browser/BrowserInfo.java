package io.browseragent.proxy.browser;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a browser says of itself in {@code /json/version}.
 *
 * @param host loopback address that answered
 * @param port its debug port
 * @param endpoint path of its browser-level websocket; new with every start of the browser
 * @param pid process id of the browser, where it tells
 * @param version the other fields, unchanged and in Chrome's order
 */
public record BrowserInfo(String host, int port, String endpoint, OptionalLong pid, Map<String, String> version) {

    public BrowserInfo {
        version = Collections.unmodifiableMap(new LinkedHashMap<>(version));
    }

    BrowserInfo withPid(OptionalLong id) {
        return new BrowserInfo(host, port, endpoint, id, version);
    }

    /** Name and version, such as {@code Chrome/156.0.8078.114}. */
    public String product() {
        return version.getOrDefault("Browser", "unknown");
    }

    /** Revision of the browser's sources, which the address of its DevTools frontend contains; empty if unknown. */
    public String revision() {
        String webkit = version.getOrDefault("WebKit-Version", "");
        int at = webkit.indexOf('@');
        return at < 0 ? "" : webkit.substring(at, webkit.length() - (webkit.endsWith(")") ? 1 : 0));
    }
}
