package io.browseragent.proxy.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.browseragent.core.model.TargetId;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** What the broker itself does with tabs; from any thread. */
public final class BrowserTabs {

    /** For what is nice to know. */
    private static final long SOON_MS = 500;
    /** For what the browser does itself, on a machine with much to do. */
    private static final long PATIENCE_MS = 8_000;
    /** For what a page has to answer. */
    private static final long AWAKE_MS = 2_000;

    private final ControlLink link;

    public BrowserTabs(ControlLink link) {
        this.link = link;
    }

    /** Opens a tab behind the one the human looks at; its tab target. One that opens after the deadline is closed. */
    public Future<TargetId> openInBackground(String url) {
        CdpCall create = CdpCall.of("Target.createTarget")
                .with("url", url)
                .with("background", true)
                .with("forTab", true);
        return link.call(create, late -> close(target(late))).map(BrowserTabs::target);
    }

    private static TargetId target(JsonNode created) {
        return new TargetId(created.path("targetId").asText());
    }

    /** What the browser says of a target at this moment, if it says so soon; its events leave out some changes of a title. */
    public Future<JsonNode> info(TargetId target) {
        return link.call(CdpCall.of("Target.getTargetInfo").with("targetId", target.value()))
                .timeout(SOON_MS, TimeUnit.MILLISECONDS)
                .map(result -> result.path("targetInfo"));
    }

    /** Id of the context that the human's tabs are in. */
    public Future<String> defaultContext() {
        return link.call(CdpCall.of("Target.getBrowserContexts"))
                .map(result -> result.path("defaultBrowserContextId").asText());
    }

    /**
     * Makes a hidden tab work like the one in front, for as long as the session lasts: without it a background tab
     * loses clicks, runs no animation frame and answers a mouse move after five seconds. A page that is led to another
     * site before this is complete may crash (every third one did, Chromium 156). A page that waits for a debugger
     * answers only after it was let go; what does not answer soon is taken for such.
     */
    public Future<Void> keepAwake(String session) {
        return link.call(CdpCall.of("Emulation.setFocusEmulationEnabled")
                        .with("enabled", true)
                        .in(session))
                .timeout(AWAKE_MS, TimeUnit.MILLISECONDS)
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }

    /**
     * Has the page tell a session of the broker's own what it does; not awaited, for a page that waits for a debugger
     * answers later.
     */
    public void watch(String session) {
        link.call(CdpCall.of("Page.enable").in(session));
    }

    /**
     * Has the browser ask before it sends a request to these ports of any machine, whoever makes it: a page, a frame, a
     * worker, a popup before anything can be attached to it. Only Fetch at the browser's own session knows of them all
     * (measured against Chromium 156). A page's session knows of what is in the page's process. WebSockets are not among them; the ports refuse those of pages by their Origin.
     *
     * @param session of a page; none for the browser's own
     */
    public Future<Void> interceptPorts(Optional<String> session, Collection<Integer> ports) {
        ArrayNode patterns = JsonNodeFactory.instance.arrayNode();
        ports.forEach(port -> patterns.addObject().put("urlPattern", "*://*:" + port + "/*"));
        return link.call(CdpCall.of("Fetch.enable").with("patterns", patterns).in(session))
                .mapEmpty();
    }

    /** @param session that asked; none for the browser's own */
    public void continueRequest(Optional<String> session, String request) {
        link.call(CdpCall.of("Fetch.continueRequest").with("requestId", request).in(session));
    }

    /** @param session that asked; none for the browser's own */
    public void blockRequest(Optional<String> session, String request) {
        link.call(CdpCall.of("Fetch.failRequest")
                .with("requestId", request)
                .with("errorReason", "BlockedByClient")
                .in(session));
    }

    /** Loads a page's first document; not awaited, for the page may take its time. */
    public void navigate(String session, String url) {
        link.call(CdpCall.of("Page.navigate").with("url", url).in(session));
    }

    /** Attaches the page of a tab, now and whenever another takes its place; announced before this completes. */
    public Future<Void> attachPage(String tabSession) {
        ArrayNode pages = JsonNodeFactory.instance.arrayNode();
        pages.addObject().put("type", "page");
        return link.call(CdpCall.of("Target.setAutoAttach")
                        .with("autoAttach", true)
                        .with("waitForDebuggerOnStart", false)
                        .with("flatten", true)
                        .with("filter", pages)
                        .in(tabSession))
                .timeout(PATIENCE_MS, TimeUnit.MILLISECONDS)
                .mapEmpty();
    }

    /** A session of the broker's own; it ends with the control connection. */
    public Future<String> attach(TargetId target) {
        return link.call(CdpCall.of("Target.attachToTarget")
                        .with("targetId", target.value())
                        .with("flatten", true))
                .map(attached -> attached.path("sessionId").asText());
    }

    /** Ends a session of the broker's own, and those that came of it. */
    public void detach(String session) {
        link.call(CdpCall.of("Target.detachFromTarget").with("sessionId", session));
    }

    /**
     * Makes the browser draw a hidden tab until told otherwise: without it a screenshot of a tab in which nothing moves
     * waits for a frame that nobody draws (measured: over 15 s; with it 50 ms). The pictures themselves are never
     * fetched. An animated page costs what it costs in front, so this is only for as long as needed.
     */
    public void draw(String session) {
        link.call(CdpCall.of("Page.startScreencast")
                .with("format", "jpeg")
                .with("quality", 1)
                .with("maxWidth", 16)
                .with("maxHeight", 16)
                .with("everyNthFrame", 1_000)
                .in(session));
    }

    public void stopDrawing(String session) {
        link.call(CdpCall.of("Page.stopScreencast").in(session));
    }

    /** Closes a tab; tells whether it was still there. */
    public Future<Boolean> close(TargetId target) {
        return link.call(CdpCall.of("Target.closeTarget").with("targetId", target.value()))
                .map(true)
                .recover(error -> error instanceof BrowserCallException
                        ? Future.succeededFuture(false)
                        : Future.failedFuture(error));
    }
}
