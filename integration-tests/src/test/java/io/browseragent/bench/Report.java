package io.browseragent.bench;

import io.browseragent.bench.Scene.Figures;
import io.browseragent.bench.Scene.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Builds the page of results: the machine, one table per browser, and each bar with PASS or FAIL. */
final class Report {

    private final int rounds;
    private final List<String> notes = new ArrayList<>();
    private final StringBuilder tables = new StringBuilder();
    private final StringBuilder bars = new StringBuilder();
    private String machine = "";
    private boolean passed = true;

    Report(int rounds) {
        this.rounds = rounds;
    }

    void note(String text) {
        notes.add(text);
        System.out.println(text);
    }

    void fail(String text) {
        note("**FAIL** " + text);
        passed = false;
    }

    void machine(String browser) throws IOException {
        line("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        line("CPU", proc("cpuinfo", "model name"));
        line("memory", proc("meminfo", "MemTotal"));
        line("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        line("Java", System.getProperty("java.vendor") + " " + System.getProperty("java.runtime.version"));
        line("browser", browser);
        line("JVM flags", "`" + String.join(" ", Child.flags()) + "` (forwarder and broker)");
        line("load before", proc("loadavg", "").replaceAll("( \\S+){2}$", ""));
    }

    private void line(String name, String value) {
        machine += "| " + name + " | " + value + " |\n";
    }

    private static String proc(String file, String key) throws IOException {
        Path path = Path.of("/proc", file);
        if (!Files.exists(path)) {
            return "not told by this system";
        }
        return Files.readAllLines(path).stream()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("not told by this system");
    }

    void scene(Scene scene, Scene.Size size, double bigBar) {
        add(
                tables,
                "## %s%n%n%,d sequential calls, %,d with 64 in flight, a 30 MB result %d times per round.%n%n",
                scene.name,
                size.sequential(),
                size.pipelined(),
                size.bigs());
        add(tables, "| way | p50 µs | p99 µs | msg/s at 64 | 30 MB ms | to direct | to forwarder |%n");
        add(tables, "|---|--:|--:|--:|--:|--:|--:|%n");
        for (Way way : Way.values()) {
            if (!scene.has(way)) {
                add(tables, "| %s | skipped |  |  |  |  |  |%n", label(way));
                continue;
            }
            add(
                    tables,
                    "| %s | %.0f | %.0f | %,.0f | %,.0f | %s | %s |%n",
                    label(way),
                    scene.median(way, Figures::p50),
                    scene.median(way, Figures::p99),
                    scene.median(way, Figures::perSecond),
                    scene.median(way, Figures::bigMs),
                    ratios(scene, way, Way.DIRECT),
                    ratios(scene, way, Way.FORWARDER));
        }
        add(tables, "%n");
        String name = scene.name + ": ";
        atMost(scene, name + "p50, to forwarder", Way.FORWARDER, Figures::p50, 1.1);
        atLeast(scene, name + "64 in flight, to forwarder", Way.FORWARDER, Figures::perSecond, 0.95);
        atMost(scene, name + "30 MB, to direct", Way.DIRECT, Figures::bigMs, bigBar);
    }

    private static String label(Way way) {
        return way == Way.FORWARDER ? "bare forwarder" : way.name().toLowerCase(Locale.ROOT);
    }

    private static String ratios(Scene scene, Way way, Way base) {
        return String.format(
                Locale.ROOT,
                "%.2f / %.2f / %.2f / %.2f",
                scene.ratio(way, base, Figures::p50),
                scene.ratio(way, base, Figures::p99),
                scene.ratio(way, base, Figures::perSecond),
                scene.ratio(way, base, Figures::bigMs));
    }

    private void atMost(Scene scene, String what, Way base, ToDoubleFunction<Figures> figure, double limit) {
        if (scene.has(Way.BROKER)) {
            double ratio = scene.ratio(Way.BROKER, base, figure);
            bar(what, number(ratio), "<= " + limit, forwarders(scene, base, figure), ratio <= limit);
        } else {
            skipped(what, "<= " + limit, forwarders(scene, base, figure));
        }
    }

    private void atLeast(Scene scene, String what, Way base, ToDoubleFunction<Figures> figure, double limit) {
        if (scene.has(Way.BROKER)) {
            double ratio = scene.ratio(Way.BROKER, base, figure);
            bar(what, number(ratio), ">= " + limit, forwarders(scene, base, figure), ratio >= limit);
        } else {
            skipped(what, ">= " + limit, forwarders(scene, base, figure));
        }
    }

    /** The yardstick's own value: a bar that it misses too was missed by the machine, not by the broker. */
    private static String forwarders(Scene scene, Way base, ToDoubleFunction<Figures> figure) {
        return number(scene.ratio(Way.FORWARDER, base, figure));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    void start(double millis) {
        bar("ready after start", String.format(Locale.ROOT, "%.0f ms", millis), "<= 2000 ms", "", millis <= 2_000);
    }

    void memory(int sockets, double mb) {
        String what = "memory with " + sockets + " idle sockets";
        bar(what, String.format(Locale.ROOT, "%.0f MB", mb), "< 130 MB", "", mb < 130);
    }

    private void bar(String what, String value, String limit, String forwarder, boolean pass) {
        passed &= pass;
        add(bars, "| %s | %s | %s | %s | %s |%n", pass ? "PASS" : "**FAIL**", what, value, limit, forwarder);
    }

    private void skipped(String what, String limit, String forwarder) {
        add(bars, "| skipped | %s |  | %s | %s |%n", what, limit, forwarder);
    }

    boolean passed() {
        return passed;
    }

    String page() {
        StringBuilder page = new StringBuilder();
        add(page, "# Benchmark results%n%n%s, by `bench/run`, median of %d round(s). ", LocalDate.now(), rounds);
        add(page, "Ratios are p50 / p99 / msg/s / 30 MB, taken within a round, then the median.%n%n");
        notes.forEach(note -> add(page, "%s%n%n", note));
        add(page, "| machine | |%n|---|---|%n%s%n", machine);
        add(page, "## Bars%n%n| | what | broker | bar | bare forwarder |%n|---|---|--:|--:|--:|%n%s%n%s", bars, tables);
        return page.toString().stripTrailing() + "\n";
    }

    private static void add(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values));
    }
}
