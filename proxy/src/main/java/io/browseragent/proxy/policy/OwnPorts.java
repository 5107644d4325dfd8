package io.browseragent.proxy.policy;

import java.net.InetAddress;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Tells whether a URL leads to the broker or to the debug port, in any spelling (URL standard, sections 3.5 and 4.4).
 * Any name may resolve to this machine, and an address has many spellings; so on these ports only the plain address of
 * another machine is let through.
 */
final class OwnPorts {

    /** Four numbers as they are usually written; 127.1, 0x7f000001 or 0177.0.0.1 are other spellings of addresses. */
    private static final Pattern PLAIN_IPV4 =
            Pattern.compile("(%1$s)(\\.(%1$s)){3}".formatted("25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d"));

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
        if (!port.isEmpty() && !PORT.matcher(port).matches()) {
            // No browser opens it; were there one that does, its port might be ours.
            return true;
        }
        if (!ports.contains(port.isEmpty() ? standard : Integer.parseInt(port))) {
            return false;
        }
        return !isElsewhere(decoded(hasPort ? authority.substring(0, portColon) : authority));
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

    private static String decoded(String host) {
        try {
            return URLDecoder.decode(host.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return host;
        }
    }

    /** Whether the host is surely another machine. */
    private static boolean isElsewhere(String host) {
        boolean literal = PLAIN_IPV4.matcher(host).matches() || host.startsWith("[") && host.endsWith("]");
        if (!literal) {
            return false;
        }
        try {
            // A literal; no name is looked up.
            InetAddress address = InetAddress.getByName(host);
            byte[] bytes = address.getAddress();
            boolean v4InV6 = bytes.length == 16 && hasZeros(bytes, 8);
            return !address.isLoopbackAddress() && !address.isAnyLocalAddress() && bytes[0] != 0 && !v4InV6;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static boolean hasZeros(byte[] bytes, int count) {
        for (int i = 0; i < count; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }
}
