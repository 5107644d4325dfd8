package io.browseragent.proxy.launch;

/** Ends a launch with a reason and the next step for the human; becomes {@link Launch.Failed}. */
final class LaunchFailure extends Exception {

    private final String advice;

    LaunchFailure(String reason, String advice) {
        super(reason);
        this.advice = advice;
    }

    String reason() {
        return String.valueOf(getMessage());
    }

    String advice() {
        return advice;
    }
}
