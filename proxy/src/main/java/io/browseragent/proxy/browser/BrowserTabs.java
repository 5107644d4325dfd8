package io.browseragent.proxy.browser;

import com.fasterxml.jackson.databind.JsonNode;
import io.browseragent.core.model.TargetId;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** What the broker itself does with tabs; from any thread. */
public final class BrowserTabs {

    private final ControlLink link;

    public BrowserTabs(ControlLink link) {
        this.link = link;
    }

    /** Opens a tab behind the one the human looks at. One that opens only after the deadline is closed again. */
    public Future<TargetId> openInBackground(String url) {
        CdpCall create = CdpCall.of("Target.createTarget").with("url", url).with("background", true);
        return link.call(create, late -> close(target(late))).map(BrowserTabs::target);
    }

    private static TargetId target(JsonNode created) {
        return new TargetId(created.path("targetId").asText());
    }

    /** What the browser says of every target at this moment; its events leave out some changes of a title. */
    public Future<JsonNode> targets(Duration deadline) {
        return link.call(CdpCall.of("Target.getTargets"))
                .timeout(deadline.toMillis(), TimeUnit.MILLISECONDS)
                .map(result -> result.path("targetInfos"));
    }

    /**
     * Makes a hidden tab work like the one in front, for as long as the session lasts that is returned: without it a
     * background tab loses clicks, runs no animation frame and answers a mouse move after five seconds. Completes once
     * the browser has the command, so that whatever a client sends later comes after it.
     */
    public Future<String> keepAwake(TargetId target) {
        return attach(target)
                // A page that waits for a debugger answers only after it was let go.
                .onSuccess(session -> link.call(CdpCall.of("Emulation.setFocusEmulationEnabled")
                        .with("enabled", true)
                        .in(session)));
    }

    /** A session of the broker's own; it ends with the control connection. */
    public Future<String> attach(TargetId target) {
        return link.call(CdpCall.of("Target.attachToTarget")
                        .with("targetId", target.value())
                        .with("flatten", true))
                .map(attached -> attached.path("sessionId").asText());
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
