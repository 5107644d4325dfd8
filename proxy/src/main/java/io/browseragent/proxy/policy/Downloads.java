package io.browseragent.proxy.policy;

import io.browseragent.core.cdp.CdpReply;

/** Where downloads go. */
final class Downloads {

    /** The browser has one behaviour for all; one that forbids them would stop the human's too. */
    static final Treatment UNLESS_FORBIDDEN = new Treatment(
            "swallow `deny`, pass others",
            command -> command.params().path("behavior").asText().equals("deny")
                    ? new Verdict.Reply(CdpReply.empty(command.envelope()), false)
                    : new Verdict.Rewritten(command.rewritten()));

    private Downloads() {}
}
