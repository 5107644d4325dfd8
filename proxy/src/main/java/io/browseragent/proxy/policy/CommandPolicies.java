package io.browseragent.proxy.policy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The table, client to browser: what becomes of each command in each kind of session. An exact name beats
 * {@code Domain.*}; what has neither, and what is in no known protocol, is hidden, so that a method of a later Chrome
 * does nothing until somebody has classified it.
 */
final class CommandPolicies {

    static final List<Line> LINES = Stream.of(
                    TargetLines.LINES, BrowserLines.LINES, StorageLines.LINES, PageLines.LINES)
            .flatMap(List::stream)
            .toList();

    /** Of the protocol that the table was made for: Chromium 156. */
    static final Set<String> KNOWN = known();

    private static final Line UNLISTED = Line.everywhere("*", Treatments.HIDE, "not classified");

    private static final Map<String, Line> BY_METHOD = byMethod(LINES);

    private CommandPolicies() {}

    static Line of(String method) {
        return BY_METHOD.getOrDefault(method, UNLISTED);
    }

    static Map<String, Line> byMethod(List<Line> lines) {
        Map<String, Line> byName = new HashMap<>();
        for (Line line : lines) {
            if (byName.put(line.method(), line) != null) {
                throw new IllegalStateException("two lines for " + line.method());
            }
            if (!line.isForDomain() && !KNOWN.contains(line.method())) {
                throw new IllegalStateException("no method is called " + line.method());
            }
            if (line.isForDomain() && KNOWN.stream().noneMatch(method -> method.startsWith(line.domain() + "."))) {
                throw new IllegalStateException("no domain is called " + line.method());
            }
        }
        Map<String, Line> all = new HashMap<>();
        for (String method : KNOWN) {
            Line line = byName.getOrDefault(method, byName.get(method.substring(0, method.indexOf('.')) + ".*"));
            if (line != null) {
                all.put(method, line);
            }
        }
        return all;
    }

    private static Set<String> known() {
        try (InputStream names = CommandPolicies.class.getResourceAsStream("known-methods.txt")) {
            return new TreeSet<>(new String(names.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
