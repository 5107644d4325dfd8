package io.browseragent.proxy.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The command line flags of one start.
 *
 * @param userDataDir the profile folder, unless the browser uses it unasked
 * @param restoreTabs whether the tabs of the last session are to come back
 */
record BrowserFlags(
        int port, Optional<Path> userDataDir, boolean headless, boolean withoutSandbox, boolean restoreTabs) {

    /** Never {@code --remote-allow-origins}: it would let any web page talk to the debug port. */
    List<String> list() {
        List<String> flags = new ArrayList<>();
        flags.add("--remote-debugging-port=" + port);
        userDataDir.ifPresent(folder -> flags.add("--user-data-dir=" + folder));
        flags.add("--no-first-run");
        flags.add("--no-default-browser-check");
        // Agents work in tabs that are not in front; these three keep such tabs at full speed.
        flags.add("--disable-background-timer-throttling");
        flags.add("--disable-backgrounding-occluded-windows");
        flags.add("--disable-renderer-backgrounding");
        if (headless) {
            flags.add("--headless=new");
        }
        if (withoutSandbox) {
            flags.add("--no-sandbox");
        }
        if (restoreTabs) {
            flags.add("--restore-last-session");
        }
        return List.copyOf(flags);
    }
}
