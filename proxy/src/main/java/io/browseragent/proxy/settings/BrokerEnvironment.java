package io.browseragent.proxy.settings;

import io.browseragent.core.settings.EnvironmentNames;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** What the broker makes of the names in its environment. Pure. */
public final class BrokerEnvironment {

    /** Read by commands and clients, not by the service, or by parts of it that are still to come. */
    private static final List<String> ELSEWHERE = List.of(
            "BROKER_URL",
            "BROKER_TTL",
            "BROKER_HEARTBEAT",
            "BROKER_DEBUG",
            "BROKER_MAX_TABS",
            "BROKER_HUMAN_QUIET",
            "BROKER_CHURN_WINDOW",
            "BROKER_CHURN_LIMIT",
            "BROKER_STAGE_DWELL",
            "BROKER_STAGE_WAIT");

    private static final List<String> TOOLS = List.of(
            "AI_BROWSER_CANVAS_HOOK",
            "AI_BROWSER_ACTION_TIMEOUT_MS",
            "AI_BROWSER_WATCHDOG",
            "AI_BROWSER_WATCHDOG_URLS");

    private BrokerEnvironment() {}

    /** One line for each name that looks like a setting and is none. */
    public static List<String> complaints(Collection<String> environment) {
        EnvironmentNames broker =
                new EnvironmentNames("BROKER_").know(BrokerConfig.class).know(ELSEWHERE);
        EnvironmentNames tools = new EnvironmentNames("AI_BROWSER_")
                .know(TOOLS)
                .answer("AI_BROWSER_FOCUS", "the focus is never taken from the person at the screen.")
                .answer("AI_BROWSER_PORT", "set BROKER_PORT for the port of REST and events.")
                .answer(
                        "AI_BROWSER_USER_DATA",
                        "give the browser's profile folder with ./browser-agent up --profile DIR.");
        return Stream.concat(broker.complaints(environment).stream(), tools.complaints(environment).stream())
                .toList();
    }
}
