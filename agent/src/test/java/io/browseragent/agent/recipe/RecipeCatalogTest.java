package io.browseragent.agent.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import io.browseragent.spi.SitePattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecipeCatalogTest {

    @TempDir
    Path folder;

    private final RecipeCatalog catalog = new RecipeCatalog();

    @BeforeEach
    void aGoodRecipeIsThere() throws IOException {
        TestJar.write(folder.resolve("m-good.jar"), TestJar.recipe("good", "good.example"));
    }

    private List<String> loaded(Path... folders) {
        catalog.load(folders.length == 0 ? List.of(folder) : List.of(folders));
        return catalog.all().stream().map(LoadedRecipe::id).toList();
    }

    @Test
    void aGoodJarIsLoaded() {
        assertThat(loaded()).containsExactly("good");

        LoadedRecipe recipe = catalog.all().get(0);
        assertThat(recipe.sites()).containsExactly(new SitePattern("good.example"));
        assertThat(recipe.jar()).isEqualTo(folder.resolve("m-good.jar"));
        assertThat(recipe.recipe().advice()).isEmpty();
    }

    @Test
    void foldersThatDoNotExistAndOtherFilesAreSkipped() throws IOException {
        Files.writeString(folder.resolve("notes.txt"), "not a jar");

        assertThat(loaded(folder.resolve("nowhere"), folder)).containsExactly("good");
    }

    @Test
    void aCorruptJarHarmsNoOther() throws IOException {
        Files.writeString(folder.resolve("a-corrupt.jar"), "this is no zip file");

        assertThat(loaded()).containsExactly("good");
    }

    @Test
    void anotherSpiNumberIsRefusedBeforeAClassIsLoaded() throws IOException {
        String telling = "static { System.setProperty(\"made.loaded\", \"yes\"); } ";
        TestJar.write(folder.resolve("a-future.jar"), telling + TestJar.recipe("future", "a.example"), "2");
        TestJar.write(folder.resolve("b-none.jar"), telling + TestJar.recipe("none", "b.example"), "");

        assertThat(loaded()).containsExactly("good");
        assertThat(System.getProperty("made.loaded")).isNull();
    }

    @Test
    void theFirstOfTwoWithOneIdIsUsed() throws IOException {
        TestJar.write(folder.resolve("z-again.jar"), TestJar.recipe("good", "other.example"));

        assertThat(loaded()).containsExactly("good");
        assertThat(catalog.all().get(0).jar()).isEqualTo(folder.resolve("m-good.jar"));
        assertThat(catalog.forHost("other.example")).isEmpty();
    }

    @Test
    void aThrowingRecipeHarmsNoOther() throws IOException {
        TestJar.write(folder.resolve("a-throws.jar"), """
                public Made() { throw new IllegalStateException("no"); }
                public String id() { return "a"; }
                public List<SitePattern> sites() { return List.of(); }""");
        TestJar.write(folder.resolve("b-throws.jar"), """
                public String id() { throw new IllegalStateException("no"); }
                public List<SitePattern> sites() { return List.of(); }""");
        TestJar.write(folder.resolve("c-throws.jar"), """
                public String id() { throw new NoClassDefFoundError("missing/Library"); }
                public List<SitePattern> sites() { return List.of(); }""");

        assertThat(loaded()).containsExactly("good");
    }

    @Test
    void aRecipeMustNameItselfAndASite() throws IOException {
        TestJar.write(folder.resolve("a.jar"), TestJar.recipe("no-site"));
        TestJar.write(folder.resolve("b.jar"), TestJar.recipe("Bad Id", "b.example"));

        assertThat(loaded()).containsExactly("good");
    }

    @Test
    void theClosestSiteComesFirst() throws IOException {
        TestJar.write(folder.resolve("a-wide.jar"), TestJar.recipe("wide", "example", "com"));
        TestJar.write(folder.resolve("z-close.jar"), TestJar.recipe("close", "mail.good.example"));
        loaded();

        assertThat(catalog.forHost("Mail.Good.Example"))
                .extracting(LoadedRecipe::id)
                .containsExactly("close", "good", "wide");
        assertThat(catalog.forHost("good.example")).extracting(LoadedRecipe::id).containsExactly("good", "wide");
        assertThat(catalog.forHost("elsewhere.net")).isEmpty();
    }

    @Test
    void loadingAgainTakesWhatIsThereNow() throws IOException {
        loaded();
        Files.delete(folder.resolve("m-good.jar"));
        TestJar.write(folder.resolve("new.jar"), TestJar.recipe("new", "new.example"));

        assertThat(loaded()).containsExactly("new");
    }

    @Test
    void aJarMayBeOverwrittenWhileItIsInUse() throws IOException {
        loaded();
        Files.writeString(folder.resolve("m-good.jar"), "half a file");

        assertThat(catalog.all().get(0).recipe().advice()).isEmpty();
    }
}
