package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.browseragent.core.testing.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a person types, and what becomes of it: {@code ./browser-agent} with its commands. */
class UpIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(60);
    private static final Pattern PID = Pattern.compile("(?m)^ready.*, pid (\\d+)");

    @AutoClose
    private static TestBrowser browser;

    private record Result(int exitCode, String output) {}

    @BeforeAll
    static void start() {
        browser = TestBrowser.headless();
    }

    @Test
    void aSecondUpSaysWhereTheFirstIs() {
        try (TestService service = TestService.start(browser)) {
            Result second = run(service.environment(), "up");

            assertThat(second.exitCode()).isZero();
            assertThat(second.output())
                    .startsWith("already up")
                    .contains("http://127.0.0.1:" + service.proxyPort(), "http://127.0.0.1:" + service.restPort());
            assertThat(service.isAlive()).isTrue();
        }
    }

    @Test
    void ctrlCClosesTheAgentsTabsAndLeavesTheHumansAndTheBrowser() throws IOException {
        String humans = browser.openTab("about:blank#humans");
        try (TestService service = TestService.start(browser)) {
            String http = JSON.readTree(RawSocket.http(service.proxyPort(), "PUT", "/json/new")
                            .body())
                    .get("id")
                    .asText();
            String socketUrl = JSON.readTree(RawSocket.http(service.proxyPort(), "GET", "/json/version")
                            .body())
                    .get("webSocketDebuggerUrl")
                    .asText();
            try (CdpSocket client = CdpSocket.connect(socketUrl)) {
                String own = client.call("Target.createTarget", "url", "about:blank")
                        .get("targetId")
                        .asText();
                assertThat(tabs()).contains(humans, http, own);
                long began = System.nanoTime();

                service.stop();

                assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
                assertThat(client.awaitClosing().code()).isEqualTo(1001);
                await("the agents' tabs to close")
                        .untilAsserted(() -> assertThat(tabs()).contains(humans).doesNotContain(http, own));
                assertThat(browser.isAlive()).isTrue();
            }
        }
    }

    @Test
    void oneAndTheSamePortForTwoThingsIsRefused() throws IOException {
        for (String setting : List.of("BROKER_PORT", "BROKER_UPSTREAM_PORT")) {
            Map<String, String> environment = fresh();
            environment.put(setting, environment.get("BROKER_PROXY_PORT"));

            Result result = run(environment, "up");

            assertThat(result.exitCode()).as(result.output()).isNotZero();
            assertThat(result.output()).contains(setting, "BROKER_PROXY_PORT", "different");
        }
    }

    @Test
    void aTakenPortIsNamedWithItsSetting() throws IOException {
        for (String setting : List.of("BROKER_PROXY_PORT", "BROKER_PORT")) {
            try (ServerSocket holder = new ServerSocket(Ports.free(), 1, InetAddress.getByName("127.0.0.1"))) {
                Map<String, String> environment = fresh();
                environment.put(setting, Integer.toString(holder.getLocalPort()));

                Result result = run(environment, "up");

                assertThat(result.exitCode()).as(result.output()).isNotZero();
                assertThat(result.output()).contains(Integer.toString(holder.getLocalPort()), setting);
                assertThat(result.output()).doesNotContain("\tat ");
            }
        }
    }

    @Test
    void upStartsABrowserThatOutlivesItAndTakesPathsFromWhereThePersonStands() throws IOException {
        Path here = TemporaryFolder.create("here");
        Map<String, String> environment = fresh();
        environment.remove("BROKER_SKIP_BROWSER");
        ProcessHandle started = null;
        try (OwnProcess up = OwnProcess.start(
                "up",
                launcher("up", "--headless", "--browser", "/usr/bin/chromium", "--profile", "mine"),
                environment,
                here)) {
            up.awaitOutput("ready", COMMAND_LIMIT, text -> PID.matcher(text).find());
            Matcher ready = PID.matcher(up.output());
            assertThat(ready.find()).isTrue();
            started = ProcessHandle.of(Long.parseLong(ready.group(1))).orElseThrow();
            assertThat(up.output()).contains(here.resolve("mine").toString());
            assertThat(here.resolve("mine")).isDirectory();

            up.signalGroup("INT");

            assertThat(up.waitFor(Duration.ofSeconds(5))).isTrue();
            assertThat(started.isAlive()).isTrue();
            int port = Integer.parseInt(environment.get("BROKER_UPSTREAM_PORT"));
            assertThat(RawSocket.http(port, "GET", "/json/version").status()).isEqualTo(200);
        } finally {
            if (started != null) {
                started.destroy();
                started.onExit().join();
            }
            TemporaryFolder.delete(here);
        }
    }

    @Test
    void versionAndHelpAreSaid() {
        assertThat(run(fresh(), "--version")).satisfies(result -> {
            assertThat(result.exitCode()).isZero();
            assertThat(result.output().strip()).matches("browser-agent \\d+\\.\\d+\\.\\d+.*");
        });
        for (String[] words : new String[][] {{"--help"}, {}}) {
            assertThat(run(fresh(), words)).satisfies(result -> {
                assertThat(result.exitCode()).isZero();
                assertThat(result.output()).contains("up", "status", "doctor", "Exit codes");
            });
        }
        assertThat(run(fresh(), "up", "--help").output()).contains("--headless", "--profile", "--attach");
        assertThat(run(fresh(), "nonsense")).satisfies(result -> {
            assertThat(result.exitCode()).isNotZero();
            assertThat(result.output()).contains("nonsense").doesNotContain("\tat ");
        });
    }

    @Test
    void statusAndDoctorSayThatNothingRunsAndWhatToDo() {
        Map<String, String> environment = fresh();

        assertThat(run(environment, "status")).satisfies(result -> {
            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(result.output()).contains("./browser-agent up");
        });
        assertThat(run(environment, "doctor")).satisfies(result -> {
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(result.output())
                    .contains("WRONG service", "WRONG browser", "./browser-agent up")
                    .contains("--remote-debugging-port=" + environment.get("BROKER_UPSTREAM_PORT"));
        });
    }

    @Test
    void statusAndDoctorTellHowThingsAre() throws IOException {
        try (TestService service = TestService.start(browser)) {
            String tab = JSON.readTree(RawSocket.http(service.proxyPort(), "PUT", "/json/new?data:,lent")
                            .body())
                    .get("id")
                    .asText();

            assertThat(run(service.environment(), "status")).satisfies(result -> {
                assertThat(result.exitCode()).isZero();
                assertThat(result.output()).contains("CDP http://127.0.0.1:" + service.proxyPort(), "data:,lent");
            });
            Result json = run(service.environment(), "status", "--json");
            assertThat(json.exitCode()).isZero();
            JsonNode status = JSON.readTree(json.output());
            assertThat(status.at("/browser/state").asText()).isEqualTo("connected");
            assertThat(status.at("/tabs/0/target_id").asText()).isEqualTo(tab);
            assertThat(run(service.environment(), "doctor")).satisfies(result -> {
                assertThat(result.exitCode()).isZero();
                assertThat(result.output()).doesNotContain("WRONG");
            });
        }
    }

    @Test
    void anUnknownSettingIsAnErrorThatNamesIt() {
        Map<String, String> environment = fresh();
        environment.put("BROWSER_AGENT_JAVA_OPTS", "-Dbroker.nonsense=1");

        Result result = run(environment, "up");

        assertThat(result.exitCode()).as(result.output()).isNotZero();
        assertThat(result.output()).contains("broker.nonsense");
    }

    @Test
    void worksForAnOrdinaryUserFromAnUnpackedDistribution() throws IOException, InterruptedException {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root may become somebody else");
        Path folder = TemporaryFolder.create("nobody");
        int copied = new ProcessBuilder(
                        "sh",
                        "-c",
                        "cp browser-agent \"$0\" && cp -r proxy/target/quarkus-app \"$0/app\" && mkdir \"$0/home\""
                                + " && chmod -R a+rX \"$0\" && chmod a-w -R \"$0/app\" && chown nobody \"$0/home\"",
                        folder.toString())
                .directory(Repository.ROOT.toFile())
                .inheritIO()
                .start()
                .waitFor();
        assertThat(copied).isZero();
        Map<String, String> environment = fresh();
        environment.put("BROKER_UPSTREAM_PORT", Integer.toString(browser.port()));
        environment.put("BROKER_HOME", folder.resolve("home").toString());
        try (OwnProcess up = OwnProcess.start(
                "nobody",
                List.of(
                        "runuser",
                        "-u",
                        "nobody",
                        "--",
                        folder.resolve("browser-agent").toString(),
                        "up"),
                environment,
                folder)) {
            up.awaitOutput("ready", COMMAND_LIMIT, text -> text.contains("\nready"));
            int port = Integer.parseInt(environment.get("BROKER_PROXY_PORT"));
            assertThat(RawSocket.http(port, "GET", "/json/list").status()).isEqualTo(200);
            assertThat(folder.resolve("home/broker.log")).isRegularFile();

            up.signalGroup("INT");

            assertThat(up.waitFor(Duration.ofSeconds(5))).isTrue();
        } finally {
            TemporaryFolder.delete(folder);
        }
    }

    private static List<String> tabs() {
        return browser.tabs().stream().map(tab -> tab.get("id").asText()).toList();
    }

    /** Ports and a home where nothing is yet; the home goes with the JVM. */
    private static Map<String, String> fresh() {
        Map<String, String> environment = new HashMap<>();
        System.getenv().keySet().stream()
                .filter(key -> key.matches("(BROKER|BROWSER|BB|AI_BROWSER)_.*"))
                .forEach(key -> environment.put(key, null));
        for (String port : List.of("BROKER_PROXY_PORT", "BROKER_PORT", "BROKER_UPSTREAM_PORT")) {
            environment.put(port, Integer.toString(Ports.free()));
        }
        environment.put("BROKER_HOME", TemporaryFolder.create("home").toString());
        environment.put("BROKER_SKIP_BROWSER", "1");
        return environment;
    }

    private static Result run(Map<String, String> environment, String... words) {
        try (OwnProcess command = OwnProcess.start("command", launcher(words), environment)) {
            assertThat(command.waitFor(COMMAND_LIMIT))
                    .as(() -> String.join(" ", words) + " is still running and said " + command.output())
                    .isTrue();
            return new Result(command.exitCode(), command.output());
        }
    }

    private static List<String> launcher(String... words) {
        List<String> command = new ArrayList<>();
        command.add(Repository.ROOT.resolve("browser-agent").toString());
        command.addAll(Arrays.asList(words));
        return command;
    }
}
