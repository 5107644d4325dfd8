package io.browseragent.agent.recipe;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jboss.logging.Logger;

/** The recipes of all folders, by site. A jar that cannot be loaded is told in one line and harms no other. */
public final class RecipeCatalog {

    private static final Logger LOG = Logger.getLogger(RecipeCatalog.class);

    private volatile List<LoadedRecipe> recipes = List.of();

    /** Loads every jar of the folders; blocks, and may be called again. */
    public void load(List<Path> folders) {
        Map<String, LoadedRecipe> found = new LinkedHashMap<>();
        for (Path jar : jars(folders)) {
            try {
                RecipeJar.load(jar).forEach(recipe -> add(found, recipe));
            } catch (Exception | LinkageError | java.util.ServiceConfigurationError e) {
                LOG.warnf("recipe %s is not loaded: %s", jar, e.getMessage());
            }
        }
        recipes = List.copyOf(found.values());
        LOG.infof("%d recipes: %s", recipes.size(), found.keySet());
    }

    private static void add(Map<String, LoadedRecipe> found, LoadedRecipe recipe) {
        LoadedRecipe first = found.putIfAbsent(recipe.id(), recipe);
        if (first != null) {
            LOG.warnf("recipe %s of %s is not used: %s has the same id", recipe.id(), recipe.jar(), first.jar());
        }
    }

    private static List<Path> jars(List<Path> folders) {
        List<Path> jars = new ArrayList<>();
        for (Path folder : folders) {
            if (!Files.isDirectory(folder)) {
                continue;
            }
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
                files.forEach(jars::add);
            } catch (IOException e) {
                LOG.warnf("recipes in %s cannot be read: %s", folder, e.getMessage());
            }
        }
        jars.sort(Comparator.naturalOrder());
        return jars;
    }

    public List<LoadedRecipe> all() {
        return recipes;
    }

    /** The recipes for a page's host, the one made most closely for it first. */
    public List<LoadedRecipe> forHost(String host) {
        String page = host.toLowerCase(Locale.ROOT);
        return recipes.stream()
                .filter(recipe -> recipe.fit(page) > 0)
                .sorted(Comparator.comparingInt((LoadedRecipe recipe) -> recipe.fit(page))
                        .reversed())
                .toList();
    }
}
