package io.browseragent.proxy.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.browseragent.proxy.launch.DebugPortProbe;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Looks at each part and says, in one line each, what is wrong and how to mend it. Exit code 1 if anything is. */
@Command(
        name = "doctor",
        description = "Say what is wrong and how to mend it, one line each.",
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {

    /**
     * One thing looked at.
     *
     * @param remedy what to do; empty when it is well
     */
    record Finding(String subject, boolean ok, String finding, String remedy) {

        static Finding well(String subject, String finding) {
            return new Finding(subject, true, finding, "");
        }

        static Finding wrong(String subject, String finding, String remedy) {
            return new Finding(subject, false, finding, remedy);
        }

        String line() {
            return (ok ? "ok    " : "WRONG ") + subject + ": " + finding + (remedy.isEmpty() ? "" : ". " + remedy);
        }
    }

    private final Map<String, String> environment;

    @Option(names = "--json", description = "as JSON")
    private boolean json;

    DoctorCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws IOException {
        Ports ports = Ports.from(environment);
        List<Finding> findings = new ArrayList<>();
        Optional<JsonNode> health = Optional.empty();
        try {
            health = new ServiceClient(ports.rest()).get("/health");
            findings.add(health.map(DoctorCommand::service)
                    .orElseGet(() -> Finding.wrong("service", "does not run", "Start it with: ./browser-agent up")));
        } catch (IOException e) {
            findings.add(Finding.wrong("service", e.getMessage(), ""));
        }
        // A running service may have been told another port than the settings say.
        findings.add(browser(
                health.map(running -> running.path("ports").path("upstream").asInt())
                        .orElse(ports.upstream())));
        findings.add(java());
        if (json) {
            System.out.println(
                    new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(findings));
        } else {
            findings.forEach(finding -> System.out.println(finding.line()));
        }
        return findings.stream().allMatch(Finding::ok) ? ExitCode.DONE : ExitCode.ERROR;
    }

    private static Finding service(JsonNode health) {
        String detail = health.path("detail").asText();
        return health.path("brave").asBoolean()
                ? Finding.well("service", StatusText.addresses(health) + ", " + detail)
                : Finding.wrong("service", "runs, but " + detail, "");
    }

    private static Finding browser(int port) {
        String subject = "browser's debug port " + port;
        DebugPortProbe.Answer answer = DebugPortProbe.ask(port);
        if (answer instanceof DebugPortProbe.Answer.Browser browser) {
            return Finding.well(subject, browser.product());
        }
        if (answer instanceof DebugPortProbe.Answer.Other other) {
            return Finding.wrong(
                    subject,
                    "held by something that is no browser (" + other.what() + ")",
                    "End it, or set BROKER_UPSTREAM_PORT to the browser's port");
        }
        return Finding.wrong(
                subject,
                "nothing listens",
                "Start a browser with ./browser-agent up, or with --remote-debugging-port=" + port
                        + " (Chrome and Edge from version 136 also need a --user-data-dir of their own)");
    }

    private static Finding java() {
        return Finding.well("java", System.getProperty("java.vm.name") + " " + Runtime.version());
    }
}
