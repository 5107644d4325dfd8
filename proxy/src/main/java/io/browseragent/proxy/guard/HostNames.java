package io.browseragent.proxy.guard;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads Host headers. */
final class HostNames {

    private static final Pattern WITH_PORT = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[^:\\[\\]]+)(?::(\\d{1,5}))?");
    private static final Pattern IPV4 = Pattern.compile("(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}");

    private HostNames() {}

    /** The name in lower case without port; empty where the header is malformed. */
    static Optional<String> name(String header) {
        var match = WITH_PORT.matcher(header);
        return match.matches() ? Optional.of(match.group(1).toLowerCase(Locale.ROOT)) : Optional.empty();
    }

    /** An IP address cannot be rebound by DNS; localhost is never asked of DNS. */
    static boolean isAddressOrLocalhost(String name) {
        return name.equals("localhost")
                || name.startsWith("[")
                || IPV4.matcher(name).matches();
    }
}
