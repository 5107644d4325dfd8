package io.browseragent.proxy.wire;

import java.util.Optional;

/**
 * A {@code /json…} path taken apart as Chrome does it: the query cut off first, then a command up to the next slash,
 * the rest a target id. Nothing is percent-decoded.
 *
 * @param command {@code list} where the path names none
 * @param target empty where the path names none
 */
record DiscoveryPath(String command, String target) {

    private static final String ROOT = "/json";

    /** Empty where the path is none of these. */
    static Optional<DiscoveryPath> parse(String path) {
        if (!path.startsWith(ROOT)) {
            return Optional.empty();
        }
        String rest = path.substring(ROOT.length());
        if (rest.isEmpty()) {
            return Optional.of(new DiscoveryPath("list", ""));
        }
        if (!rest.startsWith("/")) {
            return Optional.empty();
        }
        int slash = rest.indexOf('/', 1);
        return Optional.of(
                slash < 0
                        ? new DiscoveryPath(rest.substring(1), "")
                        : new DiscoveryPath(rest.substring(1, slash), rest.substring(slash + 1)));
    }
}
