package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * However many tabs the human has, a client begins as soon as in a browser that has none but its own. REPORTS 9.
 *
 * <p>The yardstick is plain Chrome with one page, and once more with as many as the human has: what the browser itself
 * costs is not the broker's.
 */
@Tag("soak")
class ManyTabsIT extends SharedBrowser {
    private static final int TABS = Integer.getInteger("many.tabs", 200);
    private static final int RUNS = 15;
    private static final double SLOWER = 1.2;
    /** Two processes more take part, and take turns on few processors. */
    private static final Duration FLOOR = Duration.ofMillis(50);

    @AutoClose
    private static TestBrowser plain;

    @AutoClose
    private static Renderer stopped;

    @BeforeAll
    static void openManyTabs() {
        plain = TestBrowser.headless();
        for (int i = 0; i < TABS; i++) {
            human.call("Target.createTarget", "url", host("h" + i, "/blank"), "background", true);
        }
        String looping = human.attach(human.awaitTarget("page", "//h1.localhost"));
        human.awaitTitle(looping, "Blank");
        human.socket().send(looping, "Runtime.evaluate", "expression", "for(;;){}");
        stopped = Renderer.of(human, human, host("stopped", "/blank"));
        stopped.stop();
    }

    @Test
    void aClientBeginsAsSoonAsInABrowserOfItsOwn() {
        assertThat(human.pages()).hasSizeGreaterThan(TABS);
        List<Duration> alone = medians(plain.port(), true);
        // Attaching itself to all of them is what a client of plain Chrome would wait for.
        List<Duration> among = medians(browser.port(), false);
        List<Duration> ours = medians(service.proxyPort(), true);
        print("through the broker", ours);
        print("Chrome with one page", alone);
        print("Chrome among the same tabs", among);
        long yardstick = Math.max(total(alone), total(among));
        assertThat(total(ours)).isLessThan((long) (SLOWER * yardstick) + FLOOR.toMillis());
    }

    private static void print(String what, List<Duration> steps) {
        System.out.printf(
                "with %d tabs of the human's, %s: %d ms (connect, auto-attach, new page, attach, title: %s)%n",
                TABS, what, total(steps), steps.stream().map(Duration::toMillis).toList());
    }

    private static long total(List<Duration> steps) {
        return steps.stream().mapToLong(Duration::toMillis).sum();
    }

    /** How long each step takes, from connecting to the title of the new page. */
    private static List<Duration> medians(int port, boolean attaching) {
        List<List<Duration>> runs = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            runs.add(run(port, attaching));
        }
        return IntStream.range(0, runs.get(0).size())
                .mapToObj(step -> runs.stream()
                        .map(run -> run.get(step))
                        .sorted()
                        .toList()
                        .get(RUNS / 2))
                .toList();
    }

    private static List<Duration> run(int port, boolean attaching) {
        List<Long> marks = new ArrayList<>(List.of(System.nanoTime()));
        try (CdpClient client = CdpClient.connect(port)) {
            marks.add(System.nanoTime());
            if (attaching) {
                client.autoAttach(true, false);
            }
            marks.add(System.nanoTime());
            String tab = client.create(host("mine", "/blank"));
            marks.add(System.nanoTime());
            String session = client.attach(tab);
            marks.add(System.nanoTime());
            client.awaitTitle(session, "Blank");
            marks.add(System.nanoTime());
            client.close(tab);
        }
        return IntStream.range(1, marks.size())
                .mapToObj(i -> Duration.ofNanos(marks.get(i) - marks.get(i - 1)))
                .toList();
    }
}
