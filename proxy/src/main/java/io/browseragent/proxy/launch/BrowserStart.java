package io.browseragent.proxy.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One start of a browser: runs it detached and waits until its debug port answers.
 *
 * @param home where its log goes
 * @param limit how long it may take to answer
 */
record BrowserStart(
        Machine machine, FoundBrowser browser, Profile profile, BrowserFlags flags, Path home, Duration limit) {

    Launch.Started run() throws LaunchFailure {
        BrowserLog log =
                BrowserLog.open(home, "--- " + Instant.now() + " " + browser.executable() + " " + flags.list());
        long process = spawn(log);
        boolean answered = Waiting.until(() -> answers() || !isRunning(process), limit) && answers();
        if (!answered) {
            throw failure(process, log);
        }
        long pid = holder().map(RunningBrowser::pid).orElse(process);
        return new Launch.Started(
                browser.name(), browser.version(), browser.executable(), profile.folder(), pid, flags.headless());
    }

    private long spawn(BrowserLog log) throws LaunchFailure {
        if (!profile.isDefault()) {
            try {
                Files.createDirectories(profile.folder());
            } catch (IOException unwritable) {
                throw BrowserLog.cannotWrite(profile.folder(), unwritable);
            }
        }
        List<String> command = new ArrayList<>(List.of(browser.executable().toString()));
        command.addAll(flags.list());
        try {
            return DetachedProcess.start(machine, command, log.file());
        } catch (IOException notStarted) {
            throw new LaunchFailure(
                    browser.name() + " could not be started: " + notStarted.getMessage(),
                    "Check that " + browser.executable() + " runs, or give another one with --browser.");
        }
    }

    private boolean answers() {
        return DebugPortProbe.ask(flags.port()) instanceof DebugPortProbe.Answer.Browser;
    }

    /** A wrapper that does not become the browser may end before it, so the profile's holder counts too. */
    private boolean isRunning(long process) {
        return RunningBrowser.isRunning(process) || holder().isPresent();
    }

    private Optional<RunningBrowser> holder() {
        return RunningBrowser.on(profile.folder(), machine, browser.executable());
    }

    private LaunchFailure failure(long process, BrowserLog log) {
        List<String> tail = log.tail();
        String said = tail.isEmpty() ? "" : " Its last words:\n" + String.join("\n", tail);
        if (!isRunning(process)) {
            return new LaunchFailure(
                    browser.nameAndVersion() + " ended before its debug port answered." + said,
                    StartAdvice.afterExit(String.join("\n", tail), profile.folder(), log.file()));
        }
        String waited = browser.nameAndVersion() + " does not answer on port " + flags.port() + " after "
                + limit.toSeconds() + " s.";
        if (flags.headless()) {
            // Nobody could see it to close it.
            holder().map(RunningBrowser::process)
                    .or(() -> ProcessHandle.of(process))
                    .ifPresent(ProcessHandle::destroy);
            return new LaunchFailure(waited + said, "The whole log is " + log.file() + ".");
        }
        return new LaunchFailure(
                waited + said,
                "It was left open (pid " + process + "): try again when its window is there, or, if it never"
                        + " answers, close it and use another profile folder with --profile DIR.");
    }
}
