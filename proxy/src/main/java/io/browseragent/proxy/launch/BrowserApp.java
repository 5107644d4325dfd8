package io.browseragent.proxy.launch;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The browsers we know, in the order we look for them. */
enum BrowserApp {
    // spotless:off
    //       name              name on macOS     Linux profile folder           macOS profile folder           own profile from  Linux programs
    BRAVE   ("Brave",          "Brave Browser",  "BraveSoftware/Brave-Browser", "BraveSoftware/Brave-Browser", BrowserApp.NEVER, "brave-browser", "brave"),
    CHROME  ("Google Chrome",  "Google Chrome",  "google-chrome",               "Google/Chrome",               136,              "google-chrome-stable", "google-chrome"),
    CHROMIUM("Chromium",       "Chromium",       "chromium",                    "Chromium",                    BrowserApp.NEVER, "chromium", "chromium-browser"),
    EDGE    ("Microsoft Edge", "Microsoft Edge", "microsoft-edge",              "Microsoft Edge",              136,              "microsoft-edge-stable", "microsoft-edge");
    // spotless:on

    private static final int NEVER = Integer.MAX_VALUE;

    private final String label;
    private final String macName;
    private final String linuxProfile;
    private final String macProfile;
    private final int ownProfileFrom;
    private final List<String> programs;

    BrowserApp(
            String label,
            String macName,
            String linuxProfile,
            String macProfile,
            int ownProfileFrom,
            String... programs) {
        this.label = label;
        this.macName = macName;
        this.linuxProfile = linuxProfile;
        this.macProfile = macProfile;
        this.ownProfileFrom = ownProfileFrom;
        this.programs = List.of(programs);
    }

    String label() {
        return label;
    }

    /** A name a human would type: "brave", "Google Chrome", "chrome", "edge". */
    static Optional<BrowserApp> named(String name) {
        String wanted = letters(name);
        for (BrowserApp app : values()) {
            String full = letters(app.macName);
            if (wanted.equals(full) || wanted.equals(letters(app.label)) || wanted.equals(letters(app.name()))) {
                return Optional.of(app);
            }
        }
        return Optional.empty();
    }

    /** By the name in front of the number in its {@code --version} line; a channel or test build is not the browser. */
    static Optional<BrowserApp> ofVersionName(String name) {
        for (BrowserApp app : values()) {
            if (name.equals(app.macName)) {
                return Optional.of(app);
            }
        }
        return Optional.empty();
    }

    Optional<Path> executable(Machine machine) {
        if (machine.os() == Machine.Os.LINUX) {
            return programs.stream()
                    .flatMap(program -> machine.program(program).stream())
                    .findFirst();
        }
        if (machine.os() == Machine.Os.MAC) {
            Path inBundle = Path.of("Applications", macName + ".app", "Contents", "MacOS", macName);
            return List.of(Path.of("/"), machine.userHome()).stream()
                    .map(root -> root.resolve(inBundle))
                    .filter(Machine::isProgram)
                    .findFirst();
        }
        return Optional.empty();
    }

    Path defaultProfile(Machine machine) {
        if (machine.os() == Machine.Os.MAC) {
            return machine.userHome().resolve("Library/Application Support").resolve(macProfile);
        }
        String configHome = machine.environment().getOrDefault("XDG_CONFIG_HOME", "");
        Path config = configHome.isEmpty() ? machine.userHome().resolve(".config") : Path.of(configHome);
        return config.resolve(linuxProfile);
    }

    /** Whether it ignores the debug port on its default profile; an unknown version counts as a new one. */
    boolean needsOwnProfile(int majorVersion) {
        return majorVersion <= 0 ? ownProfileFrom != NEVER : majorVersion >= ownProfileFrom;
    }

    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
    }
}
