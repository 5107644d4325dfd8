package io.browseragent.proxy.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Starts the whole service once and ends it, while the build records which classes a start loads. It is its own
 * "browser": so the link to one is rehearsed too, up to the point where the service says that it has none.
 */
@Command(name = "rehearse", hidden = true, description = "Start and end once, for the build's class data archive.")
final class RehearseCommand implements Callable<Integer> {

    private static final int ATTEMPTS = 300;
    private static final long PAUSE_MS = 100;
    /** The link to the browser is dialled a few times in this while. */
    private static final long REHEARSAL_MS = 1_000;

    private final CommandLineInterface.Server server;

    RehearseCommand(CommandLineInterface.Server server) {
        this.server = server;
    }

    @Override
    public Integer call() throws IOException {
        int cdp = freePort();
        int rest = freePort();
        System.setProperty("broker.proxy-port", Integer.toString(cdp));
        System.setProperty("broker.upstream-port", Integer.toString(cdp));
        System.setProperty("broker.port", Integer.toString(rest));
        System.setProperty("broker.skip-browser", "true");
        System.setProperty("browser-agent.rehearsal", "true");
        System.setProperty(
                "broker.home", Files.createTempDirectory("browser-agent").toString());
        Thread end = new Thread(() -> endWhenUp(new ServiceClient(rest)), "rehearsal");
        end.setDaemon(true);
        end.start();
        server.serve();
        return CommandLineInterface.SERVING;
    }

    private static void endWhenUp(ServiceClient client) {
        try {
            for (int i = 0; i < ATTEMPTS && !isUp(client); i++) {
                Thread.sleep(PAUSE_MS);
            }
            Thread.sleep(REHEARSAL_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.exit(ExitCode.DONE);
    }

    private static boolean isUp(ServiceClient client) {
        try {
            return client.get("/health").isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
