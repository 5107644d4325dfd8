package io.browseragent.proxy.browser;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.model.TargetId;
import io.vertx.core.Future;

/** Opens and closes tabs on the broker's own behalf; from any thread. */
public final class BrowserTabs {

    private final ControlLink link;

    public BrowserTabs(ControlLink link) {
        this.link = link;
    }

    /** Opens a tab behind the one the human looks at. */
    public Future<TargetId> openInBackground(String url) {
        ObjectNode params = params().put("url", url).put("background", true);
        return link.call("Target.createTarget", params)
                .map(result -> new TargetId(result.path("targetId").asText()));
    }

    /** Closes a tab; succeeds as well when it is gone already. */
    public Future<Void> close(TargetId target) {
        return link.call("Target.closeTarget", params().put("targetId", target.value()))
                .<Void>mapEmpty()
                .recover(error -> error instanceof BrowserCallException
                        ? Future.succeededFuture()
                        : Future.failedFuture(error));
    }

    private static ObjectNode params() {
        return JsonNodeFactory.instance.objectNode();
    }
}
