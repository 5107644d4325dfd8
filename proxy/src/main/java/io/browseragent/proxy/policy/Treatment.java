package io.browseragent.proxy.policy;

import java.util.Optional;

/**
 * What becomes of a command in one kind of session.
 *
 * @param name for the generated page: a verb, with its condition
 * @param always the verdict where it is the same for every command
 */
record Treatment(String name, Optional<Verdict> always, Judge judge) {

    Treatment(String name, Judge judge) {
        this(name, Optional.empty(), judge);
    }

    /** The same verdict for every command, which needs no judge. */
    static Treatment always(String name, Verdict verdict) {
        return new Treatment(name, Optional.of(verdict), command -> verdict);
    }

    /** Pure. */
    @FunctionalInterface
    interface Judge {
        Verdict judge(Command command) throws Command.Refused;
    }
}
