package io.browseragent.proxy.policy;

import com.fasterxml.jackson.databind.JsonNode;
import io.browseragent.core.cdp.CdpReply;

/** Permissions that a client gives its pages. */
final class Permissions {

    /**
     * Set for an own site, and for a foreign one inside it not; for every site, which would be the human's too, only
     * said to be done.
     */
    static final Treatment OWN_ORIGIN_OR_NOTHING =
            new Treatment("pass for own `origin` and `embeddedOrigin`, else swallow", command -> {
                JsonNode origin = command.params().get("origin");
                JsonNode embedded = command.params().get("embeddedOrigin");
                return origin != null
                                && command.view().ownsOrigin(origin.asText())
                                && (embedded == null || command.view().ownsOrigin(embedded.asText()))
                        ? new Verdict.Rewritten(command.rewritten())
                        : new Verdict.Reply(CdpReply.empty(command.envelope()), false);
            });

    private Permissions() {}
}
