package io.browseragent.proxy.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/**
 * Where the service is, for commands that do not start it. The same names as the service's own settings, read without
 * its configuration, which takes half a second to load.
 *
 * @param rest port of the REST face
 * @param proxy port that CDP clients dial
 * @param upstream the browser's debug port
 */
record Ports(int rest, int proxy, int upstream) {

    /** @throws IllegalArgumentException naming the setting that is no port, or the file that cannot be read */
    static Ports from(Map<String, String> environment) {
        Properties file = settingsFile(environment);
        return new Ports(
                port(environment, file, "BROKER_PORT", "broker.port", 9223),
                port(environment, file, "BROKER_PROXY_PORT", "broker.proxy-port", 9222),
                port(environment, file, "BROKER_UPSTREAM_PORT", "broker.upstream-port", 9229));
    }

    private static Properties settingsFile(Map<String, String> environment) {
        Properties settings = new Properties();
        String file = environment.getOrDefault("SMALLRYE_CONFIG_LOCATIONS", "");
        if (!file.isEmpty()) {
            try (Reader reader = Files.newBufferedReader(Path.of(file))) {
                settings.load(reader);
            } catch (IOException e) {
                throw new IllegalArgumentException("settings in " + file + " cannot be read: " + e.getMessage(), e);
            }
        }
        return settings;
    }

    private static int port(Map<String, String> environment, Properties file, String name, String key, int usual) {
        String fromEnvironment = environment.getOrDefault(name, "").trim();
        return fromEnvironment.isEmpty()
                ? port(key + " in the settings file", file.getProperty(key, "").trim(), usual)
                : port(name, fromEnvironment, usual);
    }

    private static int port(String name, String text, int usual) {
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
