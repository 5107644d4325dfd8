package io.browseragent.proxy.cli;

/** Exit codes of every command. */
final class ExitCode {

    static final int DONE = 0;
    static final int ERROR = 1;
    static final int BROKER_DOWN = 3;

    private ExitCode() {}
}
