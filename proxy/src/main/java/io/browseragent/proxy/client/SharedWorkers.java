package io.browseragent.proxy.client;

import java.util.Set;

/**
 * Service workers and shared workers run for every tab of their site, the human's too: a client may watch them, and
 * have nothing done there. A debugger would hold his requests, a script could read and move his tabs (measured against
 * Chromium 156).
 */
final class SharedWorkers {

    private static final Set<String> TYPES = Set.of("service_worker", "shared_worker");

    private static final Set<String> WATCHING = Set.of(
            "Console.disable",
            "Console.enable",
            "Inspector.disable",
            "Inspector.enable",
            "Log.disable",
            "Log.enable",
            "Network.disable",
            "Network.enable",
            "Runtime.disable",
            "Runtime.enable",
            "Runtime.runIfWaitingForDebugger",
            "Schema.getDomains");

    private SharedWorkers() {}

    static boolean isOne(String type) {
        return TYPES.contains(type);
    }

    /** What is of other domains the policy refuses itself, or answers from what the client owns. */
    static boolean mayDo(String method) {
        return method.startsWith("Target.") || method.startsWith("Browser.") || WATCHING.contains(method);
    }
}
