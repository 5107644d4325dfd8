package io.browseragent.proxy.ownership;

import java.util.Set;
import java.util.function.Predicate;

/**
 * Where agents' tabs may not go.
 *
 * @param ports of the broker and of the browser's debugging
 * @param mayOpen tells of any URL whether a tab may show it
 */
public record Boundaries(Set<Integer> ports, Predicate<String> mayOpen) {}
