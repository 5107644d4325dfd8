package io.browseragent.proxy.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.cdp.CdpError;
import io.browseragent.core.cdp.CdpJson;
import io.browseragent.core.cdp.CdpReply;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The verbs of the table. */
final class Treatments {

    private static final Verdict FORWARD = new Verdict.Forward(Verdict.Note.NONE);

    /** Goes on unchanged. */
    static final Treatment PASS = Treatment.always("pass", FORWARD);

    /** As if the browser did not know it. */
    static final Treatment HIDE = new Treatment(
            "hide",
            command -> refusal(
                    command, new CdpError(-32601, "'" + command.envelope().method() + "' wasn't found")));

    /** Answered with success, and not done. */
    static final Treatment SWALLOW =
            new Treatment("swallow", command -> new Verdict.Reply(CdpReply.empty(command.envelope()), false));

    /** Answered with success; then the client's connection ends and its tabs close. */
    static final Treatment END =
            new Treatment("end the client", command -> new Verdict.Reply(CdpReply.empty(command.envelope()), true));

    static final Treatment REFUSE = refuse(CdpError.NOT_ALLOWED);

    /** A screenshot; the hidden tab is drawn for it. */
    static final Treatment DRAW = noted("pass, draw the tab", Verdict.Note.DRAW);

    /** Lets a held start go on. */
    static final Treatment RUN = noted("pass, let a held start go on", Verdict.Note.RUN);

    /** Its reply may name a stream. */
    static final Treatment STREAM = noted("pass, remember its stream", Verdict.Note.STREAM);

    private Treatments() {}

    /** Goes on where every check holds. */
    static Treatment scope(Check... checks) {
        return then(PASS, checks);
    }

    /** Treated so where every check holds; a check may change the parameters of what goes on. */
    static Treatment then(Treatment next, Check... checks) {
        String names = Arrays.stream(checks).map(Check::name).collect(Collectors.joining(", "));
        return new Treatment(next.name() + " if " + names, command -> {
            boolean changed = false;
            for (Check check : checks) {
                changed |= check.apply(command);
            }
            return changed && next == PASS
                    ? new Verdict.Rewritten(command.rewritten())
                    : next.judge().judge(command);
        });
    }

    static Treatment refuse(CdpError error) {
        return new Treatment("refuse: " + error.message(), command -> refusal(command, error));
    }

    /** A switch that may be turned on, and stays on: turning it off is only said to be done. */
    static Treatment onlyOn(String parameter) {
        return new Treatment(
                "pass where `" + parameter + "` is true, else swallow",
                command -> command.params().path(parameter).booleanValue()
                        ? FORWARD
                        : SWALLOW.judge().judge(command));
    }

    /** Always the same result. */
    static Treatment answer(String json) {
        ObjectNode result = object(json);
        return new Treatment("answer `" + json + "`", command -> reply(command, result));
    }

    /** Answered from what the client owns. */
    static Treatment ask(LocalAnswer answer) {
        return new Treatment("answer here", command -> {
            ObjectNode params = command.params();
            Optional<CdpError> fault = Parameters.fault(answer, params);
            return fault.isPresent()
                    ? refusal(command, fault.get())
                    : new Verdict.Ask(answer, command.envelope(), params, command.length());
        });
    }

    private static Treatment noted(String name, Verdict.Note note) {
        return Treatment.always(name, new Verdict.Forward(note));
    }

    static Verdict reply(Command command, ObjectNode result) {
        return new Verdict.Reply(CdpReply.result(command.envelope(), result), false);
    }

    static Verdict refusal(Command command, CdpError error) {
        return new Verdict.Reply(CdpReply.error(command.envelope(), error), false);
    }

    static ObjectNode object(String json) {
        try {
            return (ObjectNode) CdpJson.MAPPER.readTree(json);
        } catch (IOException e) {
            throw new IllegalArgumentException("not JSON: " + json, e);
        }
    }
}
