package io.browseragent.proxy.cli;

import java.util.Map;

/**
 * Where the service is, for commands that do not start it. The same names as the service's own settings, read without
 * its configuration, which takes half a second to load.
 *
 * @param rest port of the REST face
 * @param proxy port that CDP clients dial
 * @param upstream the browser's debug port
 */
record Ports(int rest, int proxy, int upstream) {

    static Ports from(Map<String, String> environment) {
        return new Ports(
                port(environment, "BROKER_PORT", 9223),
                port(environment, "BROKER_PROXY_PORT", 9222),
                port(environment, "BROKER_UPSTREAM_PORT", 9229));
    }

    private static int port(Map<String, String> environment, String name, int usual) {
        String text = environment.getOrDefault(name, "").trim();
        if (text.isEmpty()) {
            return usual;
        }
        try {
            int port = Integer.parseInt(text);
            if (port > 0 && port < 65536) {
                return port;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new IllegalArgumentException(name + " must be a port number from 1 to 65535, not '" + text + "'");
    }
}
