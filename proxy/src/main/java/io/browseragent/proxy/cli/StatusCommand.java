package io.browseragent.proxy.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Who holds which tab, and whether the browser answers. */
@Command(
        name = "status",
        description = "Who holds which tab, and whether the browser answers.",
        mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {

    private final Map<String, String> environment;

    @Option(names = "--json", description = "as JSON")
    private boolean json;

    StatusCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        try {
            Optional<JsonNode> status =
                    new ServiceClient(Ports.from(environment).rest()).get("/status");
            if (status.isEmpty()) {
                System.err.println("browser-agent does not run. Start it with: ./browser-agent up");
                return ExitCode.BROKER_DOWN;
            }
            System.out.print(json ? status.get().toPrettyString() + "\n" : StatusText.of(status.get()));
            return ExitCode.DONE;
        } catch (IOException e) {
            System.err.println("browser-agent: " + e.getMessage());
            return ExitCode.ERROR;
        }
    }
}
