package io.browseragent.proxy.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.cdp.CdpReply;

/** Where a page may go. */
final class Navigation {

    /** Goes on, or fails as a navigation that the browser blocks. */
    static final Treatment ALLOWED_URL =
            new Treatment("pass if agents may go there, else net::ERR_BLOCKED_BY_CLIENT", command -> {
                String url = command.params().path("url").asText();
                return command.view().mayOpen(url)
                        ? new Verdict.Forward(Verdict.Note.NONE)
                        : new Verdict.Reply(CdpReply.result(command.envelope(), blocked(command)), false);
            });

    /** The address that a request is given in place of its own, where it is given one. */
    static final Check ALLOWED_REQUEST = new Check("agents may go to its `url`", command -> {
        JsonNode url = command.params().get("url");
        if (url != null && !command.view().mayOpen(url.asText())) {
            throw new Command.Refused(AgentUrls.refusal(url.asText()));
        }
        return false;
    });

    private Navigation() {}

    private static ObjectNode blocked(Command command) throws Command.Refused {
        String frame = command.params().path("frameId").asText();
        if (frame.isEmpty()) {
            frame = command.view().page(command.envelope().sessionId()).orElse("");
        }
        return JsonNodeFactory.instance
                .objectNode()
                .put("frameId", frame)
                .put("errorText", "net::ERR_BLOCKED_BY_CLIENT");
    }
}
