package io.browseragent.proxy.policy;

import io.browseragent.core.cdp.CdpEnvelope;

/** Looks a command up in the table and says what becomes of it. Pure; the client's event loop. */
public final class CommandFilter {

    /** Gives the message whole, only where the verdict needs it. */
    @FunctionalInterface
    public interface Message {
        byte[] bytes();
    }

    private CommandFilter() {}

    /**
     * @param kind of the session that the command is sent in
     * @param length of the message, in bytes
     */
    public static Verdict decide(CdpEnvelope envelope, SessionKind kind, ClientView view, int length, Message message) {
        Treatment treatment = CommandPolicies.of(envelope.method()).treatments().get(kind);
        if (treatment.always().isPresent()) {
            return treatment.always().get();
        }
        Command command = new Command(envelope, view, length, message);
        try {
            return treatment.judge().judge(command);
        } catch (Command.Refused refused) {
            return Treatments.refusal(command, refused.error());
        }
    }
}
