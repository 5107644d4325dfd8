package io.browseragent.proxy.wire;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The address in {@code PUT /json/new?URL}. */
final class NewTabUrl {

    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*", Pattern.DOTALL);
    private static final String BLANK = "about:blank";

    private NewTabUrl() {}

    /**
     * An address that is written plainly is taken as it is; an encoded one is decoded once. (Chrome decodes both, which
     * turns {@code ?b=c%26d} into two parameters.) What has no scheme is a blank page, as in Chrome.
     */
    static String parse(String query) {
        if (query == null || query.isEmpty()) {
            return BLANK;
        }
        if (SCHEME.matcher(query).matches()) {
            return query;
        }
        String decoded = decode(query);
        return SCHEME.matcher(decoded).matches() ? decoded : BLANK;
    }

    private static String decode(String query) {
        try {
            return URLDecoder.decode(query.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return query;
        }
    }
}
