package io.browseragent.proxy.guard;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides before anything else whether a request is heard: by Host against DNS rebinding, by Origin and
 * {@code Sec-Fetch-Site} against web pages, also those in the agents' own tabs. Pure; any thread.
 */
public final class Guard {

    /** Which web origin is welcome. */
    public enum Pages {
        /** None: no CDP client sends an Origin. */
        NONE,
        /** The service's own pages, whose Origin is the Host they were loaded from. */
        OWN
    }

    private final Pages pages;
    private final Set<String> extraHosts;

    /** @param extraHosts further host names that may be dialled, such as {@code host.docker.internal} */
    public Guard(Pages pages, Set<String> extraHosts) {
        this.pages = pages;
        this.extraHosts =
                extraHosts.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }

    /** Why the request is not heard, or empty if it is. */
    public Optional<String> refusal(RequestOrigin request) {
        return hostRefusal(request.hosts()).or(() -> pageRefusal(request));
    }

    private Optional<String> hostRefusal(List<String> hosts) {
        if (hosts.isEmpty()) {
            return Optional.empty();
        }
        boolean allowed = hosts.size() == 1
                && HostNames.name(hosts.get(0))
                        .filter(name -> HostNames.isAddressOrLocalhost(name) || extraHosts.contains(name))
                        .isPresent();
        return allowed
                ? Optional.empty()
                : Optional.of("Host header is specified and is not an IP address or localhost."
                        + " To allow a name, list it in BROKER_ALLOWED_HOSTS.");
    }

    private Optional<String> pageRefusal(RequestOrigin request) {
        boolean originAllowed = request.origins().isEmpty() || pages == Pages.OWN && isOwn(request);
        if (!originAllowed) {
            return Optional.of("Rejected a connection from the " + String.join(", ", request.origins())
                    + " origin. Web pages may not talk to this port; clients must not send an Origin header.");
        }
        boolean siteAllowed = request.fetchSite()
                .map(site -> site.equals("none") || pages == Pages.OWN && site.equals("same-origin"))
                .orElse(true);
        return siteAllowed
                ? Optional.empty()
                : Optional.of("Rejected a request that a web page made. Web pages may not talk to this port.");
    }

    private static boolean isOwn(RequestOrigin request) {
        return request.origins().size() == 1
                && request.hosts().size() == 1
                && request.origins()
                        .get(0)
                        .equalsIgnoreCase("http://" + request.hosts().get(0));
    }
}
