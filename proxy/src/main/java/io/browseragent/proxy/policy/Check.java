package io.browseragent.proxy.policy;

/**
 * A condition of a line.
 *
 * @param name for the generated page
 */
record Check(String name, Condition condition) {

    /** Pure, but that it may change the command's parameters. */
    @FunctionalInterface
    interface Condition {
        /**
         * @return whether the parameters were changed
         * @throws Command.Refused where the condition does not hold
         */
        boolean apply(Command command) throws Command.Refused;
    }

    boolean apply(Command command) throws Command.Refused {
        return condition.apply(command);
    }
}
