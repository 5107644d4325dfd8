package io.browseragent.proxy.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.browser.BrowserTabs;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Keeps agents' tabs away from the debug port, from the broker itself and from the browser's own pages: requests to the
 * ports are stopped by the broker's session of each tab, whichever way and spelling led there; where a page arrived all
 * the same is seen when it shows. Confined to the state loop.
 */
final class ForbiddenPlaces {

    /** What a tab shows before it shows anything, and Chrome's own error page. */
    private static final Set<String> NOWHERE =
            Set.of("", "about:blank", "about:srcdoc", "chrome-error://chromewebdata/");

    private final BrowserTabs browser;
    private final Set<Integer> ports;
    private final Predicate<String> mayOpen;
    private final Map<TargetId, Set<String>> blocked = new HashMap<>();

    ForbiddenPlaces(BrowserTabs browser, Set<Integer> ports, Predicate<String> mayOpen) {
        this.browser = browser;
        this.ports = Set.copyOf(ports);
        this.mayOpen = mayOpen;
    }

    /** @param session of an owned page */
    void watch(String session) {
        browser.interceptPorts(session, ports);
    }

    /**
     * A request that goes to one of the ports, of whatever machine.
     *
     * @param page whose session was asked
     */
    void requestPaused(JsonNode event, Optional<TargetId> page) {
        JsonNode params = event.path("params");
        String session = event.path("sessionId").asText();
        String request = params.path("requestId").asText();
        String url = params.path("request").path("url").asText();
        if (mayOpen.test(url)) {
            browser.continueRequest(session, request);
        } else {
            page.ifPresent(
                    id -> blocked.computeIfAbsent(id, key -> new HashSet<>()).add(url));
            browser.blockRequest(session, request);
        }
    }

    /** Whether a frame shows what it may not; the browser itself puts viewers and extensions into pages. */
    boolean isForbiddenFrame(TargetId page, String url) {
        return url.startsWith("http") && isForbidden(page, url);
    }

    /** Whether a page shows what it may not. */
    boolean isForbidden(TargetId page, String url) {
        return !NOWHERE.contains(url) && !mayOpen.test(url) && !isErrorPage(page, url);
    }

    /** The error page of a request that was stopped bears the address of what it is not. */
    private boolean isErrorPage(TargetId page, String url) {
        return blocked.getOrDefault(page, Set.of()).contains(withoutFragment(url));
    }

    /** Requests are told without it. */
    private static String withoutFragment(String url) {
        int hash = url.indexOf('#');
        return hash < 0 ? url : url.substring(0, hash);
    }

    void forget(TargetId page) {
        blocked.remove(page);
    }
}
