package io.browseragent.proxy.launch;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Sees to it that a browser answers on the debug port: uses the one that does, else starts the human's own. Blocks, up
 * to minutes when a browser has to be installed: call it on a worker thread.
 */
public final class BrowserLauncher {

    private static final Duration VERSION_LIMIT = Duration.ofSeconds(5);
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(20);

    private final Machine machine;
    private final Duration startLimit;
    private final Duration closeLimit;

    public BrowserLauncher() {
        this(Machine.here(), START_LIMIT, CLOSE_LIMIT);
    }

    BrowserLauncher(Machine machine, Duration startLimit, Duration closeLimit) {
        this.machine = machine;
        this.startLimit = startLimit;
        this.closeLimit = closeLimit;
    }

    /**
     * Never throws for anything the machine or the browser does.
     *
     * @param say gets each thing the human should read, one line at a time, also the outcome
     */
    public Launch ensure(LaunchRequest request, Consumer<String> say) {
        DebugPortProbe.Answer answer = ask(request.port());
        if (answer instanceof DebugPortProbe.Answer.Browser browser) {
            say.accept("Using the browser on port " + request.port() + " (" + browser.product() + ").");
            return new Launch.AlreadyAnswering(browser.host(), browser.product(), browser.userAgent());
        }
        if (answer instanceof DebugPortProbe.Answer.Other other) {
            say.accept("Port " + request.port() + " is taken by " + other.what()
                    + ": stop it, or set BROKER_UPSTREAM_PORT to a free port.");
            return new Launch.PortTaken(request.port(), other.what());
        }
        if (request.attachOnly()) {
            say.accept("No browser answers on port " + request.port() + ", and none is started (attach only).");
            return new Launch.AttachOnly();
        }
        try {
            return find(request, say);
        } catch (LaunchFailure failure) {
            say.accept(failure.reason());
            say.accept(failure.advice());
            return new Launch.Failed(failure.reason(), failure.advice());
        }
    }

    private static DebugPortProbe.Answer ask(int port) {
        DebugPortProbe.Answer answer = DebugPortProbe.ask(port);
        // A busy browser may miss its second to answer.
        for (int again = 0; again < 2 && answer instanceof DebugPortProbe.Answer.Other; again++) {
            answer = DebugPortProbe.ask(port);
        }
        return answer;
    }

    private Launch find(LaunchRequest request, Consumer<String> say) throws LaunchFailure {
        BrowserFinder finder = new BrowserFinder(machine, VERSION_LIMIT);
        Optional<FoundBrowser> found = finder.find(request.executable(), request.preferred());
        if (found.isEmpty() && new ChromiumInstall(machine, say).run()) {
            found = finder.find(request.executable(), request.preferred());
        }
        if (found.isEmpty()) {
            String command = ChromiumInstall.command(machine);
            say.accept("No browser found. Install one with: " + command);
            return new Launch.NotFound(command);
        }
        Profile profile = Profile.choose(machine, found.get(), request.profile(), request.home());
        profile.why().ifPresent(say);
        return start(request, found.get(), profile, say);
    }

    private Launch start(LaunchRequest request, FoundBrowser browser, Profile profile, Consumer<String> say)
            throws LaunchFailure {
        Optional<RunningBrowser> running = RunningBrowser.on(profile.folder(), machine, browser.executable());
        if (running.isPresent()) {
            if (!request.restart()) {
                say.accept(browser.name() + " already runs (pid "
                        + running.get().pid() + ", profile " + profile.folder() + ") without debug port "
                        + request.port()
                        + " and was left alone: close it yourself, or run ./browser-agent up --restart.");
                return new Launch.RunningWithoutPort(
                        browser.name(), running.get().pid(), profile.folder());
            }
            close(browser, running.get(), say);
        }
        boolean headless = request.headless() || !machine.hasDisplay();
        if (headless) {
            say.accept(
                    request.headless()
                            ? "Starting without windows (headless), as asked."
                            : "No display (neither DISPLAY nor WAYLAND_DISPLAY): starting without windows (headless).");
        }
        if (machine.root()) {
            say.accept("Running as root, where the browser works only with --no-sandbox: pages are less confined.");
        }
        BrowserFlags flags = new BrowserFlags(
                request.port(), profile.toName(headless), headless, machine.root(), running.isPresent());
        Launch.Started started = new BrowserStart(machine, browser, profile, flags, request.home(), startLimit).run();
        say.accept("Started " + browser.nameAndVersion() + " (pid " + started.pid() + ", profile " + started.profile()
                + ") on port " + request.port() + ".");
        return started;
    }

    private void close(FoundBrowser browser, RunningBrowser running, Consumer<String> say) throws LaunchFailure {
        say.accept("Closing " + browser.name() + " (pid " + running.pid() + ") to start it again with its tabs.");
        if (!running.askToClose(machine)) {
            throw new LaunchFailure(
                    browser.name() + " (pid " + running.pid() + ") could not be asked to close.",
                    "It may belong to another user: close it yourself and try again.");
        }
        if (running.waitForEnd(closeLimit.dividedBy(5))) {
            return;
        }
        say.accept("Waiting for it to close: it may be asking something in a window.");
        if (!running.waitForEnd(closeLimit.dividedBy(5).multipliedBy(4))) {
            throw new LaunchFailure(
                    browser.name() + " (pid " + running.pid() + ") did not close within " + closeLimit.toSeconds()
                            + " s.",
                    "It may be asking something in a window, such as whether to leave a page: answer it, then try"
                            + " again.");
        }
    }
}
