package io.browseragent.proxy.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.cdp.CdpEnvelope;
import io.browseragent.core.cdp.CdpError;
import io.browseragent.core.cdp.CdpJson;
import io.browseragent.core.cdp.CdpReply;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Looks a command up in the table and says what becomes of it. Pure; may be called on any thread. */
public final class CommandFilter {

    private static final Verdict FORWARD = new Verdict.Forward();

    /** Gives the message whole, only where the verdict needs it. */
    @FunctionalInterface
    public interface Message {
        byte[] bytes();
    }

    private CommandFilter() {}

    public static Verdict decide(CdpEnvelope command, Message message) {
        CommandPolicy policy = CommandPolicies.of(command.method());
        return switch (policy.disposition()) {
            case PASS -> FORWARD;
            case DRAW -> new Verdict.ForwardDrawn(command.sessionId());
            case REWRITE -> rewrite(command, message);
            case SWALLOW -> new Verdict.Reply(CdpReply.empty(command), false);
            case REFUSE -> new Verdict.Reply(CdpReply.error(command, CdpError.NOT_ALLOWED), false);
            case END_CLIENT -> new Verdict.Reply(CdpReply.empty(command), true);
        };
    }

    /** Only {@code Target.createTarget} is rewritten, and only it opens a tab. */
    private static Verdict rewrite(CdpEnvelope command, Message message) {
        try {
            ObjectNode root = (ObjectNode) CdpJson.MAPPER.readTree(message.bytes());
            if (!(root.get("params") instanceof ObjectNode params)) {
                // Chrome has the right words for it.
                return FORWARD;
            }
            String url = params.path("url").asText();
            if (!AgentUrls.mayOpen(url)) {
                return new Verdict.Reply(CdpReply.error(command, AgentUrls.refusal(url)), false);
            }
            CreateTarget.inBackground(params);
            return new Verdict.OpenTab(command.id(), CdpJson.MAPPER.writeValueAsBytes(root));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
