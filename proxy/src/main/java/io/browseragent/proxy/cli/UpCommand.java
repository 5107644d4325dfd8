package io.browseragent.proxy.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the service in this terminal until Ctrl-C. */
@Command(
        name = "up",
        description = {
            "Find or start the browser, run the service, and say where things are. Runs until Ctrl-C, which closes the"
                    + " agents' tabs and leaves your browser as it is.",
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  ./browser-agent up                          the first of Brave, Chrome, Chromium, Edge",
            "  ./browser-agent up --browser /usr/bin/chromium --headless",
            "  ./browser-agent up --attach 9333            only a browser that answers on port 9333",
            "  ./browser-agent up --restart                give a running browser a debug port",
        })
final class UpCommand implements Callable<Integer> {

    private final CommandLineInterface.Server server;

    @Option(names = "--browser", paramLabel = "PATH", description = "the browser's executable")
    private Path browser;

    @Option(names = "--profile", paramLabel = "DIR", description = "the browser's profile folder")
    private Path profile;

    @Option(names = "--headless", description = "without a window, even where there is a display")
    private boolean headless;

    @Option(
            names = "--restart",
            description = "close a browser that runs without a debug port, gracefully, and bring its tabs back")
    private boolean restart;

    @Option(
            names = "--attach",
            paramLabel = "PORT",
            description = "only use a browser that answers on this debug port; never start one")
    private Integer attach;

    UpCommand(CommandLineInterface.Server server) {
        this.server = server;
    }

    @Override
    public Integer call() {
        Ports ports = Ports.from(System.getenv());
        Optional<JsonNode> running;
        try {
            running = new ServiceClient(ports.rest()).get("/health");
        } catch (IOException e) {
            System.err.println(
                    "browser-agent: " + e.getMessage() + "; end what holds it, or set BROKER_PORT to another port");
            return ExitCode.ERROR;
        }
        if (running.isPresent()) {
            System.out.println("already up  " + StatusText.addresses(running.get()) + "  "
                    + running.get().path("detail").asText());
            return ExitCode.DONE;
        }
        // Settings of this command win over files and environment.
        set("broker.browser", fromHere(browser));
        set("broker.profile", fromHere(profile));
        set("broker.headless", headless ? true : null);
        set("broker.restart", restart ? true : null);
        set("broker.upstream-port", attach);
        set("broker.skip-browser", attach == null ? null : true);
        server.serve();
        return CommandLineInterface.SERVING;
    }

    /** The launcher starts this process in another folder than the one the person stands in. */
    private static Path fromHere(Path path) {
        String here = System.getenv("BROWSER_AGENT_CWD");
        return path == null || here == null ? path : Path.of(here).resolve(path);
    }

    private static void set(String name, Object value) {
        if (value != null) {
            System.setProperty(name, value.toString());
        }
    }
}
