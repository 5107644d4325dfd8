package io.browseragent.proxy.browser;

import io.browseragent.core.model.TargetId;
import io.vertx.core.Future;

/** What the broker itself does with tabs; from any thread. */
public final class BrowserTabs {

    private final ControlLink link;

    public BrowserTabs(ControlLink link) {
        this.link = link;
    }

    /** Opens a tab behind the one the human looks at. */
    public Future<TargetId> openInBackground(String url) {
        return link.call(CdpCall.of("Target.createTarget").with("url", url).with("background", true))
                .map(result -> new TargetId(result.path("targetId").asText()));
    }

    /**
     * Makes a hidden tab work like the one in front, for as long as this connection lasts: without it a background tab
     * loses clicks, paints no frames and answers a mouse move after five seconds. Completes once the browser has the
     * command, so that whatever a client sends later comes after it.
     */
    public Future<Void> keepAwake(TargetId target) {
        return link.call(CdpCall.of("Target.attachToTarget")
                        .with("targetId", target.value())
                        .with("flatten", true))
                .map(attached -> {
                    // A page that waits for a debugger answers only after it was let go.
                    link.call(CdpCall.of("Emulation.setFocusEmulationEnabled")
                            .with("enabled", true)
                            .in(attached.path("sessionId").asText()));
                    return null;
                });
    }

    /** Closes a tab; succeeds as well when it is gone already. */
    public Future<Void> close(TargetId target) {
        return link.call(CdpCall.of("Target.closeTarget").with("targetId", target.value()))
                .<Void>mapEmpty()
                .recover(error -> error instanceof BrowserCallException
                        ? Future.succeededFuture()
                        : Future.failedFuture(error));
    }
}
