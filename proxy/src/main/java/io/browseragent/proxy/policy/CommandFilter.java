package io.browseragent.proxy.policy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
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

    /** A rewritten command is built in memory, several times over; Chrome takes no address of more than 2 MB. */
    private static final int MAX_REWRITTEN = 4 << 20;

    /** Of small values, a tree is many times the size of its text. */
    private static final JsonFactory FEW_VALUES = new JsonFactoryBuilder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxTokenCount(1_000).build())
            .build();

    /** Gives the message whole, only where the verdict needs it. */
    @FunctionalInterface
    public interface Message {
        byte[] bytes();
    }

    private CommandFilter() {}

    /** @param length of the message, in bytes */
    public static Verdict decide(CdpEnvelope command, int length, Message message) {
        CommandPolicy policy = CommandPolicies.of(command.method());
        return switch (policy.disposition()) {
            case PASS -> FORWARD;
            case DRAW -> new Verdict.ForwardDrawn(command.sessionId());
            case REWRITE -> length > MAX_REWRITTEN ? tooLarge(command) : rewrite(command, message);
            case SWALLOW -> new Verdict.Reply(CdpReply.empty(command), false);
            case REFUSE -> new Verdict.Reply(CdpReply.error(command, CdpError.NOT_ALLOWED), false);
            case END_CLIENT -> new Verdict.Reply(CdpReply.empty(command), true);
        };
    }

    /** Only {@code Target.createTarget} is rewritten, and only it opens a tab. */
    private static Verdict rewrite(CdpEnvelope command, Message message) {
        try (JsonParser json = FEW_VALUES.createParser(message.bytes())) {
            ObjectNode root = CdpJson.MAPPER.readTree(json);
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
        } catch (StreamConstraintsException e) {
            return tooLarge(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Verdict tooLarge(CdpEnvelope command) {
        CdpError error = new CdpError(
                -32602,
                "browser-agent: " + command.method() + " takes at most " + (MAX_REWRITTEN >> 20)
                        + " MB and few parameters");
        return new Verdict.Reply(CdpReply.error(command, error), false);
    }
}
