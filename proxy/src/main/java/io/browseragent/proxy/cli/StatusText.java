package io.browseragent.proxy.cli;

import com.fasterxml.jackson.databind.JsonNode;

/** Renders the service's answers for people. Pure. */
final class StatusText {

    private StatusText() {}

    static String addresses(JsonNode answer) {
        return "CDP http://127.0.0.1:" + answer.path("ports").path("cdp").asInt() + "  REST http://127.0.0.1:"
                + answer.path("ports").path("rest").asInt();
    }

    static String of(JsonNode status) {
        StringBuilder text = new StringBuilder();
        text.append(addresses(status))
                .append("  up ")
                .append(status.path("uptime_seconds").asLong())
                .append(" s\n");
        text.append("browser: ").append(status.path("detail").asText()).append('\n');
        text.append("clients: ").append(status.path("clients").asInt()).append('\n');
        JsonNode tabs = status.path("tabs");
        text.append(tabs.isEmpty() ? "no tabs of agents are open\n" : "tabs:\n");
        for (JsonNode tab : tabs) {
            text.append("  ")
                    .append(tab.path("owner").asText())
                    .append("  ")
                    .append(tab.path("age_seconds").asLong())
                    .append(" s  ")
                    .append(tab.path("url").asText())
                    .append("  ")
                    .append(tab.path("title").asText())
                    .append('\n');
        }
        return text.toString();
    }
}
