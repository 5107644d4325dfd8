package io.browseragent.proxy.launch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the browser to start: the one given by path, else the one given by name, else the first we know. */
final class BrowserFinder {

    private static final Pattern VERSION_LINE = Pattern.compile("^([A-Za-z][A-Za-z ]*?) (\\d+(?:\\.\\d+){1,3})\\b.*");

    private final Machine machine;
    private final Duration versionLimit;

    BrowserFinder(Machine machine, Duration versionLimit) {
        this.machine = machine;
        this.versionLimit = versionLimit;
    }

    /** Empty when any browser would do and none is there. */
    Optional<FoundBrowser> find(Optional<Path> executable, String preferred) throws LaunchFailure {
        if (executable.isPresent()) {
            return Optional.of(given(executable.get()));
        }
        if (!preferred.isBlank()) {
            return Optional.of(preferred.contains("/") ? given(Path.of(preferred)) : named(preferred));
        }
        for (BrowserApp app : BrowserApp.values()) {
            Optional<Path> installed = app.executable(machine);
            if (installed.isPresent()) {
                return Optional.of(describe(Optional.of(app), installed.get()));
            }
        }
        return Optional.empty();
    }

    private FoundBrowser given(Path path) throws LaunchFailure {
        Path executable = path.toAbsolutePath().normalize();
        if (!Machine.isProgram(executable)) {
            throw new LaunchFailure(
                    executable + " is not a program that can be run.",
                    "Give --browser the path of the browser's executable file.");
        }
        return describe(Optional.empty(), executable);
    }

    private FoundBrowser named(String name) throws LaunchFailure {
        Optional<BrowserApp> app = BrowserApp.named(name);
        Optional<Path> executable = app.isPresent() ? app.get().executable(machine) : machine.program(name);
        if (executable.isEmpty()) {
            throw new LaunchFailure(
                    name + " was asked for and is not installed.",
                    "Install it, give its path with --browser, or unset BROWSER_APP to use any browser.");
        }
        return describe(app, executable.get());
    }

    private FoundBrowser describe(Optional<BrowserApp> known, Path executable) throws LaunchFailure {
        AtomicReference<String> line = new AtomicReference<>("");
        Command.run(machine, List.of(executable.toString(), "--version"), versionLimit, text -> {
            if (VERSION_LINE.matcher(text).matches()) {
                line.compareAndSet("", text);
            }
        });
        Matcher matcher = VERSION_LINE.matcher(line.get());
        String versionName = matcher.matches() ? matcher.group(1) : "";
        String version = versionName.isEmpty() ? "" : matcher.group(2);
        Optional<BrowserApp> app = known.or(() -> BrowserApp.ofVersionName(versionName));
        String fallback = versionName.isEmpty() ? String.valueOf(executable.getFileName()) : versionName;
        return new FoundBrowser(app, app.map(BrowserApp::label).orElse(fallback), version, executable);
    }
}
