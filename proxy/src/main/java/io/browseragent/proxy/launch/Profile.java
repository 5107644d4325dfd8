package io.browseragent.proxy.launch;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * The profile folder a browser is started on.
 *
 * @param isDefault whether the browser with windows would use it unasked
 * @param why one line for the human when it is not the folder he would expect
 */
record Profile(Path folder, boolean isDefault, Optional<String> why) {

    static Profile choose(Machine machine, FoundBrowser browser, Optional<Path> given, Path home) {
        Optional<Path> usual = browser.app().map(app -> app.defaultProfile(machine));
        if (given.isPresent()) {
            return new Profile(given.get(), given.equals(usual), Optional.empty());
        }
        Path own = home.resolve("profiles").resolve(folderName(browser.name()));
        if (usual.isEmpty()) {
            return new Profile(
                    own,
                    false,
                    Optional.of(browser.name() + " is not a browser we know, so it gets a profile of its own: " + own));
        }
        if (browser.app().orElseThrow().needsOwnProfile(browser.majorVersion())) {
            return new Profile(
                    own,
                    false,
                    Optional.of(browser.nameAndVersion()
                            + " ignores the debug port on its default profile, so it gets one of its own (sign in there"
                            + " once): " + own));
        }
        return new Profile(usual.get(), true, Optional.empty());
    }

    /** The folder if the browser must be told it: without windows, Chromium's default is a profile it throws away. */
    Optional<Path> toName(boolean headless) {
        return isDefault && !headless ? Optional.empty() : Optional.of(folder);
    }

    private static String folderName(String browserName) {
        String name = browserName.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        return name.matches("-?") ? "browser" : name;
    }
}
