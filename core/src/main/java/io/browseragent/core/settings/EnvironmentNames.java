package io.browseragent.core.settings;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Finds the names in an environment that look like settings and are none, most often a slip of the pen. In files and
 * system properties such a key is an error; the environment is shared with other programs, so here it is only told.
 * Pure.
 */
public final class EnvironmentNames {

    private final String prefix;
    private final Set<String> known = new TreeSet<>();
    private final Map<String, String> answers = new TreeMap<>();

    /** @param prefix such as {@code BROKER_} */
    public EnvironmentNames(String prefix) {
        this.prefix = prefix;
    }

    /** Keys of settings, such as {@code broker.proxy-port}, or names as they are in the environment. */
    public EnvironmentNames know(Collection<String> keys) {
        keys.forEach(key -> known.add(name(key)));
        return this;
    }

    /** The settings of a configuration interface, the groups in it included. */
    public EnvironmentNames know(Class<?> mapping) {
        return know(names(prefix, mapping));
    }

    private static List<String> names(String prefix, Class<?> mapping) {
        return Arrays.stream(mapping.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()))
                .flatMap(method -> {
                    // A capital letter begins a word: proxyPort is PROXY_PORT.
                    String name = prefix + name(method.getName().replaceAll("([A-Z])", "_$1"));
                    Class<?> type = method.getReturnType();
                    return mapping.equals(type.getEnclosingClass()) && type.isInterface()
                            ? names(name + "_", type).stream()
                            : Stream.of(name);
                })
                .toList();
    }

    /** A name that is no setting here but was one elsewhere, and what to say about it. */
    public EnvironmentNames answer(String name, String advice) {
        answers.put(name, advice);
        return this;
    }

    /** The key's name in the environment. */
    public static String name(String key) {
        return key.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }

    /** One line for each name of the prefix that is no setting, in alphabetical order. */
    public List<String> complaints(Collection<String> environment) {
        return environment.stream()
                // A configuration lists BROKER_PORT as broker.port too.
                .map(EnvironmentNames::name)
                .filter(name -> name.startsWith(prefix))
                .filter(name -> !isKnown(name))
                .distinct()
                .sorted()
                .map(this::complaint)
                .toList();
    }

    private boolean isKnown(String name) {
        // A list's elements may be set one by one: BROKER_ALLOWED_HOSTS_0_.
        return known.contains(name) || known.contains(name.replaceFirst("_[0-9]+_$", ""));
    }

    private String complaint(String name) {
        String answer = answers.get(name);
        if (answer != null) {
            return name + " has no meaning here: " + answer;
        }
        return name + " in the environment is no setting, and is ignored"
                + closest(name(name))
                        .map(close -> "; did you mean " + close + "?")
                        .orElse("");
    }

    private Optional<String> closest(String name) {
        return known.stream()
                .filter(candidate -> distance(name, candidate) <= 2)
                .min(Comparator.comparingInt(candidate -> distance(name, candidate)));
    }

    /** Levenshtein's: how many letters to add, drop or change. */
    private static int distance(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            above[column] = column;
        }
        for (int row = 1; row <= from.length(); row++) {
            int[] line = new int[to.length() + 1];
            line[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int change = from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1;
                line[column] = Math.min(Math.min(line[column - 1], above[column]) + 1, above[column - 1] + change);
            }
            above = line;
        }
        return above[to.length()];
    }
}
