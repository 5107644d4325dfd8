package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
        Duration alone = median(plain.port());
        Duration among = medianOfOneThatTouchesOnlyItsOwn(browser.port());
        Duration ours = median(service.proxyPort());
        System.out.printf(
                "connect, new page, title, with %d tabs of the human's: through the broker %d ms,"
                        + " Chrome with one page %d ms, Chrome among the same tabs %d ms%n",
                TABS, ours.toMillis(), alone.toMillis(), among.toMillis());
        Duration allowed = Duration.ofMillis((long) (SLOWER * Math.max(alone.toMillis(), among.toMillis())))
                .plus(FLOOR);
        assertThat(ours).isLessThan(allowed);
    }

    private static Duration median(int port) {
        return median(port, true);
    }

    /** Attaching itself to all of them is what a client of plain Chrome would wait for. */
    private static Duration medianOfOneThatTouchesOnlyItsOwn(int port) {
        return median(port, false);
    }

    private static Duration median(int port, boolean watching) {
        List<Duration> times = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            long started = System.nanoTime();
            try (CdpClient client = CdpClient.connect(port)) {
                if (watching) {
                    client.autoAttach(true, false);
                }
                String tab = client.create(host("mine", "/blank"));
                client.awaitTitle(client.attach(tab), "Blank");
                times.add(Duration.ofNanos(System.nanoTime() - started));
                client.close(tab);
            }
        }
        times.sort(null);
        return times.get(RUNS / 2);
    }
}
