package io.browseragent.proxy.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.browser.BrowserTabs;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Keeps agents' tabs away from the debug port, from the broker itself and from the browser's own pages: once there
 * was such a tab, the browser asks before it sends a request to one of the ports, whichever way and spelling led there;
 * where a page arrived all the same is seen when it shows. Confined to the state loop.
 */
final class ForbiddenPlaces {

    /** What a tab shows before it shows anything, and Chrome's own error page. */
    private static final Set<String> NOWHERE =
            Set.of("", "about:blank", "about:srcdoc", "chrome-error://chromewebdata/");

    /** Under which requests are kept whose page cannot be told. */
    private static final TargetId SOMEBODY = new TargetId("somebody");

    /** Error pages of one page that are told apart from what they are not, the last ones. */
    private static final int MANY = 100;

    private final BrowserTabs browser;
    private final Boundaries boundaries;
    private final Predicate<String> mayOpen;
    private final Map<TargetId, Set<String>> blocked = new HashMap<>();
    private Future<Void> guarded;

    ForbiddenPlaces(BrowserTabs browser, Boundaries boundaries) {
        this.browser = browser;
        this.boundaries = boundaries;
        this.mayOpen = boundaries.mayOpen();
    }

    /** To be complete before an agent's tab is there; pages that were loaded before are not asked about. */
    Future<Void> guard() {
        if (guarded == null) {
            Future<Void> asked = browser.interceptPorts(Optional.empty(), boundaries.ports());
            guarded = asked;
            asked.onFailure(error -> guarded = guarded == asked ? null : guarded);
        }
        return guarded;
    }

    /** A page that was there before the guard was, or while it was not: asked by a session of its own. */
    void guard(String session) {
        browser.interceptPorts(Optional.of(session), boundaries.ports());
    }

    /** The connection is gone, and the guard with it. */
    void forgetAll() {
        guarded = null;
        blocked.clear();
    }

    /** A request that goes to one of the ports, of whatever machine. */
    void requestPaused(JsonNode event, Sender sender) {
        JsonNode params = event.path("params");
        Optional<String> session = Optional.ofNullable(event.get("sessionId")).map(JsonNode::asText);
        String request = params.path("requestId").asText();
        String url = params.path("request").path("url").asText();
        if (mayOpen.test(url) || mayAsk(sender, url)) {
            browser.continueRequest(session, request);
        } else {
            if (params.path("resourceType").asText().equals("Document")) {
                note(sender instanceof Sender.Agent agent ? agent.page() : SOMEBODY, url);
            }
            browser.blockRequest(session, request);
        }
    }

    private void note(TargetId page, String url) {
        Set<String> urls = blocked.computeIfAbsent(page, key -> new LinkedHashSet<>());
        urls.add(url);
        if (urls.size() > MANY) {
            urls.remove(urls.iterator().next());
        }
    }

    private boolean mayAsk(Sender sender, String url) {
        return sender instanceof Sender.Human || sender instanceof Sender.Unowned && !goesToTheDebugPort(url);
    }

    private boolean goesToTheDebugPort(String url) {
        String[] parts = url.split("[/?#]", 4);
        return parts.length > 2 && parts[2].endsWith(":" + boundaries.debugPort());
    }

    /** Whether a frame shows what it may not; the browser itself puts viewers and extensions into pages. */
    boolean isForbiddenFrame(TargetId page, String url) {
        // A frame that has left its page's process is not known yet when it asks.
        return url.startsWith("http") && isForbidden(page, url) && !isErrorPage(SOMEBODY, url);
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
