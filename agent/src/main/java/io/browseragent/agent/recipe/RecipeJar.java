package io.browseragent.agent.recipe;

import io.browseragent.spi.Recipe;
import io.browseragent.spi.SpiVersion;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.ServiceLoader;
import java.util.jar.JarFile;

/** One jar of recipes, opened. Blocks: use it on a worker thread. */
final class RecipeJar {

    private RecipeJar() {}

    /**
     * Loads what the jar provides. It is copied first, since an open jar that is overwritten breaks; its manifest is
     * read before any of its classes.
     */
    static List<LoadedRecipe> load(Path jar) throws IOException {
        Path copy = Files.createTempFile("recipe-", ".jar");
        copy.toFile().deleteOnExit();
        Files.copy(jar, copy, StandardCopyOption.REPLACE_EXISTING);
        checkManifest(copy);
        URLClassLoader loader = new URLClassLoader(new URL[] {copy.toUri().toURL()}, Recipe.class.getClassLoader());
        return ServiceLoader.load(Recipe.class, loader).stream()
                // The parent's providers are seen too; only this jar's own count.
                .filter(provider -> provider.type().getClassLoader() == loader)
                .map(provider -> LoadedRecipe.of(provider.get(), jar))
                .toList();
    }

    private static void checkManifest(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            String number = file.getManifest() == null
                    ? null
                    : file.getManifest().getMainAttributes().getValue(SpiVersion.MANIFEST_ATTRIBUTE);
            if (!Integer.toString(SpiVersion.CURRENT).equals(number)) {
                throw new IOException("its manifest says " + SpiVersion.MANIFEST_ATTRIBUTE + ": " + number
                        + ", this service takes " + SpiVersion.CURRENT);
            }
        }
    }
}
