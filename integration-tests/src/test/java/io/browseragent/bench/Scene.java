package io.browseragent.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * One browser, reached in each way by turns. What the machine does besides hits all ways alike, because they
 * alternate in short blocks; ratios are taken within a round, and the median round counts.
 */
final class Scene {

    /** The ways to the browser. */
    enum Way {
        DIRECT,
        FORWARDER,
        BROKER
    }

    /** What one way came to in one round. */
    record Figures(double p50, double p99, double perSecond, double bigMs) {}

    /** How much is done in one round. */
    record Size(int sequential, int pipelined, int bigs) {}

    private static final int IN_FLIGHT = 64;
    private static final int BLOCKS = 10;
    /** Until the JVM has compiled what runs all the time; fewer measure its compilers. */
    private static final int WARM_UP = 60_000;

    final String name;
    private final Size size;
    private final Map<Way, Integer> ports;
    private final Map<Way, List<Figures>> rounds = new EnumMap<>(Way.class);

    Scene(String name, Size size, Map<Way, Integer> ports) {
        this.name = name;
        this.size = size;
        this.ports = ports;
        ports.keySet().forEach(way -> rounds.put(way, new ArrayList<>()));
    }

    void run(int count) throws IOException {
        round(0, WARM_UP); // The first one warms up the processes in between.
        for (int i = 1; i <= count; i++) {
            round(i, 2_000);
        }
    }

    /** @param number 0 is not counted */
    private void round(int number, int warmUp) throws IOException {
        boolean counts = number > 0;
        Map<Way, Driver> drivers = new EnumMap<>(Way.class);
        List<Way> opened = new ArrayList<>(ports.keySet());
        Collections.rotate(opened, number);
        try {
            // New tabs each round: otherwise a renderer that happens to be faster decides.
            for (Way way : opened) {
                drivers.put(way, Driver.onNewTab(ports.get(way)));
            }
            // The broker's tab is behind others by design. One more in front puts all three there.
            Driver inFront = Driver.onNewTab(ports.get(Way.DIRECT));
            for (Way way : opened) {
                drivers.get(way).pipelined(warmUp, IN_FLIGHT);
                drivers.get(way).sequential(500);
            }
            inFront.close();
            Map<Way, Figures> figures = measure(drivers);
            if (counts) {
                figures.forEach((way, f) -> rounds.get(way).add(f));
                System.out.println(name + ": " + figures);
            }
        } finally {
            for (Driver driver : drivers.values()) {
                driver.close();
            }
        }
    }

    private Map<Way, Figures> measure(Map<Way, Driver> drivers) throws IOException {
        Map<Way, long[]> calls = new EnumMap<>(Way.class);
        Map<Way, Long> pipelined = new EnumMap<>(Way.class);
        Map<Way, long[]> bigs = new EnumMap<>(Way.class);
        List<Way> order = new ArrayList<>(drivers.keySet());
        for (int block = 0; block < BLOCKS; block++) {
            Collections.rotate(order, 1);
            for (Way way : order) {
                long[] nanos = drivers.get(way).sequential(size.sequential() / BLOCKS);
                calls.merge(way, nanos, Scene::join);
            }
            for (Way way : order) {
                long nanos = drivers.get(way).pipelined(size.pipelined() / BLOCKS, IN_FLIGHT);
                pipelined.merge(way, nanos, Long::sum);
            }
        }
        for (int i = 0; i < size.bigs(); i++) {
            Collections.rotate(order, 1);
            for (Way way : order) {
                bigs.merge(way, new long[] {drivers.get(way).big()}, Scene::join);
            }
        }
        Map<Way, Figures> figures = new EnumMap<>(Way.class);
        for (Way way : drivers.keySet()) {
            figures.put(
                    way,
                    new Figures(
                            percentile(calls.get(way), 50) / 1e3,
                            percentile(calls.get(way), 99) / 1e3,
                            size.pipelined() * 1e9 / pipelined.get(way),
                            percentile(bigs.get(way), 50) / 1e6));
        }
        return figures;
    }

    boolean has(Way way) {
        return rounds.containsKey(way);
    }

    double median(Way way, ToDoubleFunction<Figures> figure) {
        return median(rounds.get(way).stream().mapToDouble(figure).toArray());
    }

    /** The median over the rounds of one way's figure as a multiple of another's in the same round. */
    double ratio(Way way, Way base, ToDoubleFunction<Figures> figure) {
        double[] ratios = new double[rounds.get(way).size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = figure.applyAsDouble(rounds.get(way).get(i))
                    / figure.applyAsDouble(rounds.get(base).get(i));
        }
        return median(ratios);
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    private static double percentile(long[] values, int percent) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) ((sorted.length - 1L) * percent / 100)];
    }

    private static long[] join(long[] a, long[] b) {
        long[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }
}
