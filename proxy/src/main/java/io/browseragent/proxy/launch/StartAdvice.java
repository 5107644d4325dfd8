package io.browseragent.proxy.launch;

import java.nio.file.Path;

/** What to do about a browser that ended at once, by what it wrote last. */
final class StartAdvice {

    private StartAdvice() {}

    static String afterExit(String lastWords, Path profile, Path log) {
        if (lastWords.contains("Missing X server") || lastWords.contains("cannot open display")) {
            return "Set DISPLAY to a screen that runs, or ask for a browser without windows with --headless.";
        }
        if (lastWords.contains("appears to be in use by another")) {
            return "If no other computer uses this profile, delete " + profile.resolve("SingletonLock")
                    + " and try again.";
        }
        if (lastWords.contains("Opening in existing browser session")) {
            return "It is running already: close it, or use another profile folder with --profile DIR.";
        }
        if (lastWords.contains("No usable sandbox") || lastWords.contains("setuid sandbox")) {
            return "This system forbids the browser's sandbox to ordinary users: allow unprivileged user namespaces"
                    + " (sysctl kernel.apparmor_restrict_unprivileged_userns=0).";
        }
        return "The whole log is " + log + "; another browser can be given with --browser.";
    }
}
