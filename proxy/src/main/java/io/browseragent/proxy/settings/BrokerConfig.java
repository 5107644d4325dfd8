package io.browseragent.proxy.settings;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Settings of the broker. */
@ConfigMapping(prefix = "broker")
public interface BrokerConfig {

    /** Port that CDP clients dial, on 127.0.0.1 and ::1. */
    @WithDefault("9222")
    int proxyPort();

    /** Port of REST, events and health, on 127.0.0.1 and ::1. */
    @WithDefault("9223")
    int port();

    /** Debug port of the real browser, on a loopback address. */
    @WithDefault("9229")
    int upstreamPort();

    /** Folder of everything the service keeps: its log, the browser's log, profiles of browsers that need their own. */
    @WithDefault("${user.home}/.browser-agent")
    Path home();

    /** Log file; `broker.log` in the home folder if not set. It is rotated at 10 MB. */
    Optional<Path> log();

    /** Only attach to a browser that is there or comes; never start one. */
    @WithDefault("false")
    boolean skipBrowser();

    /** Browser to start: its executable. If not set, the first one found of Brave, Chrome, Chromium, Edge. */
    Optional<Path> browser();

    /** Browser to prefer, by name, such as `Google Chrome` or `brave`. */
    @WithDefault("${BROWSER_APP:}")
    Optional<String> browserApp();

    /** Profile folder of the browser. If not set, the browser's own one where it allows a debug port there. */
    Optional<Path> profile();

    /** Start the browser without a window, even where there is a display. */
    @WithDefault("false")
    boolean headless();

    /** Close a browser that runs without a debug port, gracefully, and bring its tabs back with one. */
    @WithDefault("false")
    boolean restart();

    /**
     * Further host names under which both ports may be dialled, such as `host.docker.internal`, separated by commas. IP
     * addresses and `localhost` always may.
     */
    Optional<Set<String>> allowedHosts();

    /** Memory for messages that are not complete or not yet taken by the browser, of all clients together. */
    @WithDefault("256M")
    MemorySize messageBudget();

    /** How long a CDP client may take nothing while data waits for it, before it is closed. */
    @WithDefault("20s")
    Duration clientStall();
}
