package io.browseragent.spi;

import java.util.Locale;

/**
 * A host and everything below it: {@code linkedin.com} covers {@code www.linkedin.com} and {@code de.linkedin.com}, but
 * not {@code notlinkedin.com}.
 *
 * @param host in any case, without scheme, port or path
 */
@Spi(status = Spi.Status.EXPERIMENTAL, since = "0.1.0")
public record SitePattern(String host) {

    /** @throws IllegalArgumentException when the host is empty or holds more than a host */
    public SitePattern {
        if (host == null || !host.matches("[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?")) {
            throw new IllegalArgumentException("host must be a bare host name, not '" + host + "'");
        }
        host = host.toLowerCase(Locale.ROOT);
    }

    /** Whether a page on this host is meant. */
    public boolean covers(String pageHost) {
        String page = pageHost.toLowerCase(Locale.ROOT);
        return page.equals(host) || page.endsWith("." + host);
    }
}
