package io.browseragent.it;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/** Prints the last lines of every process that a failed test had to do with; applies to all tests here. */
public final class FailureLogs implements BeforeEachCallback, TestWatcher {
    private static final int LINES = 100;

    @Override
    public void beforeEach(ExtensionContext context) {
        OwnProcess.forgetEnded();
    }

    @Override
    public void testFailed(ExtensionContext context, Throwable cause) {
        System.out.printf(
                "===== failed: %s %s%n", context.getRequiredTestClass().getSimpleName(), context.getDisplayName());
        OwnProcess.printTails(LINES);
    }
}
