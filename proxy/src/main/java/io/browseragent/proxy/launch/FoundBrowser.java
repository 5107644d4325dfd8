package io.browseragent.proxy.launch;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A browser on this machine.
 *
 * @param app empty for one we do not know, which is treated like Chromium with a profile of its own
 * @param version empty when it does not tell
 */
record FoundBrowser(Optional<BrowserApp> app, String name, String version, Path executable) {

    int majorVersion() {
        String major = version.split("\\.", 2)[0];
        return major.matches("\\d{1,6}") ? Integer.parseInt(major) : 0;
    }

    String nameAndVersion() {
        return version.isEmpty() ? name : name + " " + version;
    }
}
