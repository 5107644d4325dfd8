package io.browseragent.spi;

import java.util.List;

/**
 * What is known about one site. Implemented by plugins, found by {@link java.util.ServiceLoader}, in jars that the host
 * loads from its {@code recipes} folder.
 *
 * <p>The host calls a recipe on worker threads, possibly on several at once; methods may block for a moment, but answer
 * from memory. A method that throws makes the host put this recipe aside and go on without it.
 */
@Spi(status = Spi.Status.EXPERIMENTAL, since = "0.1.0")
public interface Recipe {

    /** Unique among all recipes; lower-case letters, digits and dashes. Called once, at loading. */
    String id();

    /** The sites it is for; at least one. Called once, at loading. */
    List<SitePattern> sites();

    /**
     * What a model should know before it works on the site, in a few plain sentences; empty for nothing. Called when a
     * task comes to the site.
     */
    default String advice() {
        return "";
    }
}
