package io.browseragent.proxy.guard;

import java.util.List;
import java.util.Optional;

/**
 * The headers that tell where a request comes from.
 *
 * @param hosts all Host headers, in order
 * @param origins all Origin headers
 * @param fetchSite {@code Sec-Fetch-Site}, which browsers add to every request
 */
public record RequestOrigin(List<String> hosts, List<String> origins, Optional<String> fetchSite) {}
