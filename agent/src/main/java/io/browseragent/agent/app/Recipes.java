package io.browseragent.agent.app;

import io.browseragent.agent.recipe.LoadedRecipe;
import io.browseragent.agent.recipe.RecipeCatalog;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.util.List;

/** The site recipes on the REST port. */
@Path("/recipes")
@Singleton
public class Recipes {

    private final RecipeCatalog catalog = new RecipeCatalog();

    void load(@Observes StartupEvent event, Vertx vertx, AgentConfig config) {
        vertx.executeBlocking(
                () -> {
                    catalog.load(config.recipes());
                    return null;
                },
                false);
    }

    /**
     * One recipe.
     *
     * @param sites hosts it is for, each with everything below it
     * @param advice what a model is told on these sites
     */
    public record RecipeView(String id, List<String> sites, String advice) {}

    /** All recipes, or those for one host with the closest first. */
    @GET
    public List<RecipeView> list(@QueryParam("host") String host) {
        List<LoadedRecipe> recipes = host == null ? catalog.all() : catalog.forHost(host);
        return recipes.stream()
                .map(loaded -> new RecipeView(
                        loaded.id(),
                        loaded.sites().stream().map(site -> site.host()).toList(),
                        loaded.recipe().advice()))
                .toList();
    }
}
