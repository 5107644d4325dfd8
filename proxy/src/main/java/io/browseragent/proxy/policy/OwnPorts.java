package io.browseragent.proxy.policy;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells whether a URL leads to the broker or to the debug port, in any spelling (URL standard, sections 3.5 and 4.4).
 * Any name may resolve to this machine, and an address has many spellings; so on these ports only the plain address of
 * another machine is let through.
 */
final class OwnPorts {

    private static final String OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";

    /** Four numbers as they are usually written; 127.1, 0x7f000001 or 0177.0.0.1 are other spellings of addresses. */
    private static final Pattern PLAIN_IPV4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");

    /**
     * Global, unique local and link local addresses; the others hold this machine's, also in IPv4's clothes, and so do
     * those of 6to4.
     */
    private static final Pattern PLAIN_IPV6 = Pattern.compile("\\[(?!2002:)(2|3|fc|fd|fe8)[0-9a-f]*:[0-9a-f:]+]");

    private static final Pattern PORT = Pattern.compile("0*(\\d{1,5})");

    private final Set<Integer> ports;

    OwnPorts(Set<Integer> ports) {
        this.ports = Set.copyOf(ports);
    }

    /** @param url as the browser reads it, with a scheme and without blanks, tabs or newlines */
    boolean cover(String url) {
        int colon = url.indexOf(':');
        String scheme = colon < 0 ? "" : url.substring(0, colon).toLowerCase(Locale.ROOT);
        int standard = switch (scheme) {
            case "http", "ws" -> 80;
            case "https", "wss" -> 443;
            default -> -1;
        };
        if (standard < 0) {
            return false;
        }
        String authority = authority(url.substring(colon + 1));
        int portColon = authority.lastIndexOf(':');
        boolean hasPort = portColon > authority.lastIndexOf(']');
        String port = hasPort ? authority.substring(portColon + 1) : "";
        Matcher number = PORT.matcher(port);
        if (!port.isEmpty() && !number.matches()) {
            // No browser opens it; were there one that does, its port might be ours.
            return true;
        }
        if (!ports.contains(port.isEmpty() ? standard : Integer.parseInt(number.group(1)))) {
            return false;
        }
        return !isElsewhere(hasPort ? authority.substring(0, portColon) : authority);
    }

    /** Browsers take any number of slashes, in both directions. */
    private static String authority(String afterScheme) {
        int start = 0;
        while (start < afterScheme.length() && "/\\".indexOf(afterScheme.charAt(start)) >= 0) {
            start++;
        }
        int end = start;
        while (end < afterScheme.length() && "/\\?#".indexOf(afterScheme.charAt(end)) < 0) {
            end++;
        }
        String authority = afterScheme.substring(start, end);
        return authority.substring(authority.lastIndexOf('@') + 1);
    }

    /** Whether the host is surely another machine. */
    private static boolean isElsewhere(String host) {
        boolean ipv4 = PLAIN_IPV4.matcher(host).matches() && !host.startsWith("127.") && !host.startsWith("0.");
        return ipv4 || PLAIN_IPV6.matcher(host).matches();
    }
}
