package io.browseragent.agent.recipe;

import io.browseragent.spi.Recipe;
import io.browseragent.spi.SitePattern;
import java.nio.file.Path;
import java.util.List;

/** A recipe that is in use; what it said of itself at loading is kept, so that it is asked only once. */
public record LoadedRecipe(String id, List<SitePattern> sites, Path jar, Recipe recipe) {

    static LoadedRecipe of(Recipe recipe, Path jar) {
        String id = recipe.id();
        if (id == null || !id.matches("[a-z0-9-]+")) {
            throw new IllegalArgumentException(
                    "recipe id '" + id + "' is not of lower-case letters, digits and dashes");
        }
        List<SitePattern> sites = List.copyOf(recipe.sites());
        if (sites.isEmpty()) {
            throw new IllegalArgumentException("recipe " + id + " names no site");
        }
        return new LoadedRecipe(id, sites, jar, recipe);
    }

    /** How closely it is made for the host: the longest pattern that covers it, 0 for none. */
    int fit(String host) {
        return sites.stream()
                .filter(site -> site.covers(host))
                .mapToInt(site -> site.host().length())
                .max()
                .orElse(0);
    }
}
