package io.browseragent.proxy.client;

/** The parts of one client that its answers read and change. */
record ClientState(
        Sessions sessions,
        TargetView view,
        Contexts contexts,
        Subscriptions subscriptions,
        AutoAttacher autoAttacher,
        PausedStarts pausedStarts) {}
