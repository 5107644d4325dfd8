package io.browseragent.proxy.policy;

/**
 * What becomes of a command in one kind of session.
 *
 * @param name for the generated page: a verb, with its condition
 */
record Treatment(String name, Judge judge) {

    /** Pure. */
    @FunctionalInterface
    interface Judge {
        Verdict judge(Command command) throws Command.Refused;
    }
}
