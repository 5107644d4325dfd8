package io.browseragent.proxy.policy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was measured of Chromium 156, from the test resources: one command a line, words behind it. */
final class Catalogue {

    private Catalogue() {}

    static Map<String, List<String>> read(String resource) {
        try (InputStream text = Catalogue.class.getResourceAsStream(resource)) {
            Map<String, List<String>> lines = new LinkedHashMap<>();
            new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> List.of(line.split(" ")))
                    .forEach(words -> lines.put(words.get(0), words.subList(1, words.size())));
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
