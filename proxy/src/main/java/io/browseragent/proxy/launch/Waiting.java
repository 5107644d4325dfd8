package io.browseragent.proxy.launch;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for a condition nobody announces, by looking often. */
final class Waiting {

    private static final int STEP_MILLIS = 50;

    private Waiting() {}

    /** Returns whether the condition came true within the limit. */
    static boolean until(BooleanSupplier condition, Duration limit) throws LaunchFailure {
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            while (!condition.getAsBoolean()) {
                if (System.nanoTime() - deadline > 0) {
                    return false;
                }
                Thread.sleep(STEP_MILLIS);
            }
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new LaunchFailure("Interrupted while waiting for the browser.", "Run it again.");
        }
    }
}
