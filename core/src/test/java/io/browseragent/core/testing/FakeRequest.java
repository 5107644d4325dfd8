package io.browseragent.core.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An HTTP request or websocket upgrade the fake browser got; header names match in any case. */
public record FakeRequest(String method, String target, Map<String, String> headers) {

    public String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    public Optional<String> query() {
        int query = target.indexOf('?');
        return query < 0 ? Optional.empty() : Optional.of(target.substring(query + 1));
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    boolean isUpgrade() {
        return header("Upgrade").filter("websocket"::equalsIgnoreCase).isPresent();
    }

    /** Empty when the stream ends before a whole request head came. */
    static Optional<FakeRequest> read(InputStream in) throws IOException {
        String[] requestLine = line(in).split(" ");
        if (requestLine.length < 2) {
            return Optional.empty();
        }
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.put(
                        line.substring(0, colon).strip(),
                        line.substring(colon + 1).strip());
            }
        }
        return Optional.of(new FakeRequest(requestLine[0], requestLine[1], headers));
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return new String(line.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
