package io.browseragent.bench;

import io.browseragent.bench.Scene.Size;
import io.browseragent.bench.Scene.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Measures what the broker costs: direct, through a bare forwarder, and through the broker, by turns. Started by
 * bench/run, which sets the properties it reads; ends with 1 when a bar is missed.
 */
public final class Bench {

    private static final int IDLE_SOCKETS = 50;

    private final int rounds = Integer.getInteger("bench.rounds", 5);
    private boolean withBroker = Files.exists(Path.of(System.getProperty("bench.broker")));
    private final Report report = new Report(rounds);

    private Bench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        // The instant browser's and Chromium's servers both end idle connections when they like.
        System.setProperty("http.keepAlive", "false");
        System.exit(new Bench().run() ? 0 : 1);
    }

    private boolean run() throws IOException, InterruptedException {
        if (!withBroker) {
            report.note("Broker: skipped, the distribution is not built (mvn package).");
        }
        try (Child chromium = Child.chromium()) {
            report.machine(Driver.member(Driver.http(chromium.port, "GET", "/json/version"), "Browser"));
            checkBroker(chromium.port);
            scene("Chromium", chromium, new Size(5_000, 10_000, 3), 1.05);
            if (withBroker) {
                start(chromium.port);
                memory(chromium.port);
            }
        }
        try (Child instant = Child.instantBrowser()) {
            scene("Instant browser", instant, new Size(20_000, 100_000, 9), 2);
        }
        String page = report.page();
        Files.writeString(Path.of(System.getProperty("bench.out")), page);
        System.out.println(page);
        return report.passed();
    }

    /** A broker that does not get ready must not cost the figures of the other two. */
    private void checkBroker(int upstreamPort) throws InterruptedException {
        if (!withBroker) {
            return;
        }
        try (Child broker = Child.broker(upstreamPort).ready()) {
            Driver.onNewTab(broker.port).close();
        } catch (IOException e) {
            report.fail("Broker: left out, " + e.getMessage());
            withBroker = false;
        }
    }

    private void scene(String name, Child browser, Size size, double bigBar) throws IOException, InterruptedException {
        List<Child> between = new ArrayList<>();
        try {
            Map<Way, Integer> ports = new EnumMap<>(Way.class);
            ports.put(Way.DIRECT, browser.port);
            between.add(Child.forwarder(browser.port));
            ports.put(Way.FORWARDER, between.get(0).port);
            if (withBroker) {
                between.add(Child.broker(browser.port).ready());
                ports.put(Way.BROKER, between.get(1).port);
            }
            Scene scene = new Scene(name, size, ports);
            scene.run(rounds);
            report.scene(scene, size, bigBar);
        } catch (IOException e) {
            Child.tellAll();
            throw e;
        } finally {
            between.forEach(Child::close);
        }
    }

    private void start(int upstreamPort) throws IOException, InterruptedException {
        double[] millis = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            try (Child broker = Child.broker(upstreamPort).ready()) {
                millis[i] = broker.age();
            }
        }
        report.start(Scene.median(millis));
    }

    private void memory(int upstreamPort) throws IOException, InterruptedException {
        List<Driver> idle = new ArrayList<>();
        try (Child broker = Child.broker(upstreamPort).ready()) {
            String url = Driver.member(Driver.http(broker.port, "GET", "/json/version"), "webSocketDebuggerUrl");
            for (int i = 0; i < IDLE_SOCKETS; i++) {
                idle.add(new Driver(broker.port, url.substring(url.indexOf("/devtools/"))));
            }
            Thread.sleep(3_000); // What is set up lazily after the start counts too.
            OptionalLong kb = broker.residentKb();
            if (kb.isPresent()) {
                report.memory(IDLE_SOCKETS, kb.getAsLong() / 1024.0);
            } else {
                report.note("Memory: skipped, this system has no /proc.");
            }
        } finally {
            for (Driver driver : idle) {
                driver.close();
            }
        }
    }
}
