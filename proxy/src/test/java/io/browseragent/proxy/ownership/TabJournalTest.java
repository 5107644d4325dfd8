package io.browseragent.proxy.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.browseragent.core.model.TargetId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TabJournalTest {

    private static final TargetId A = new TargetId("A");
    private static final TargetId B = new TargetId("B");

    private final Vertx vertx = Vertx.vertx();

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void place() {
        file = folder.resolve("home/owned-tabs.json");
    }

    @AfterEach
    void close() {
        vertx.close();
    }

    @Test
    void theNextRunFindsWhatTheLastOneKept() {
        TabJournal journal = new TabJournal(vertx, file);
        journal.keep(List.of(A));
        journal.keep(List.of(A, B));

        await().until(() -> leftovers(), Set.of(A, B)::equals);
        journal.keep(List.of());
        await().until(() -> leftovers(), Set::isEmpty);
    }

    @Test
    void theFirstRunFindsNothing() {
        assertThat(leftovers()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{\"tabs\":[\"A\"", "[1,2]", "null", "{\"tabs\":\"A\"}", "{\"tabs\":[\"\"]}", "\u0000\u0001"
            })
    void aFileThatIsBrokenIsIgnored(String content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);

        assertThat(leftovers()).isEmpty();
    }

    @Test
    void nothingElseIsLeftInTheFolder() throws IOException {
        TabJournal journal = new TabJournal(vertx, file);
        for (int i = 0; i < 50; i++) {
            journal.keep(List.of(new TargetId("T" + i)));
        }

        await().until(() -> leftovers(), Set.of(new TargetId("T49"))::equals);
        await().untilAsserted(() -> {
            try (Stream<Path> files = Files.list(file.getParent())) {
                assertThat(files).containsExactly(file);
            }
        });
    }

    @Test
    void aFolderThatCannotBeWrittenStopsNobody() throws IOException {
        Files.writeString(folder.resolve("home"), "a file where the folder should be");
        TabJournal journal = new TabJournal(vertx, file);

        journal.keep(List.of(A));
        journal.keep(List.of(B));

        assertThat(leftovers()).isEmpty();
    }

    private Set<TargetId> leftovers() {
        Future<Set<TargetId>> found = new TabJournal(vertx, file).leftovers();
        return found.toCompletionStage()
                .toCompletableFuture()
                .orTimeout(10, TimeUnit.SECONDS)
                .join();
    }
}
