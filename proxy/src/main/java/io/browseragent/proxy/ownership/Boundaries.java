package io.browseragent.proxy.ownership;

import java.util.Set;
import java.util.function.Predicate;

/**
 * Where agents' tabs may not go.
 *
 * @param ports of the broker and of the browser's debugging
 * @param debugPort the one of them that obeys any page that knows an id; the others look where a request comes from
 * @param mayOpen tells of any URL whether a tab may show it
 */
public record Boundaries(Set<Integer> ports, int debugPort, Predicate<String> mayOpen) {}
