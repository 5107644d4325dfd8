package io.browseragent.proxy.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.model.TargetId;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * The ids of the agents' tabs on disk, so that what a crash leaves behind is closed at the next start. Ids are
 * unguessable and new with every start of a browser, so an old one can never mean a tab of the human's. Called on the
 * state loop; reads and writes on workers, one at a time.
 */
public final class TabJournal {

    private static final Logger LOG = Logger.getLogger(TabJournal.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TABS = "tabs";

    private final Vertx vertx;
    private final Path file;
    private List<String> wanted = List.of();
    private boolean writing;
    private boolean warned;
    /** Completes when the next write after the one under way is done; none where nothing has changed since. */
    private Optional<Promise<Void>> next = Optional.empty();

    /** @param file is replaced as a whole, by a new one beside it */
    public TabJournal(Vertx vertx, Path file) {
        this.vertx = vertx;
        this.file = file;
    }

    /** What the run before this one left behind; empty where the file cannot be read. */
    Future<Set<TargetId>> leftovers() {
        return vertx.executeBlocking(this::read, true);
    }

    /** Keeps these ids instead of those before; completes when they are on disk, or cannot be. */
    Future<Void> keep(Collection<TargetId> tabs) {
        wanted = tabs.stream().map(TargetId::value).toList();
        Promise<Void> kept = next.orElseGet(Promise::promise);
        if (writing) {
            next = Optional.of(kept);
        } else {
            write(kept);
        }
        return kept.future();
    }

    private void write(Promise<Void> kept) {
        writing = true;
        next = Optional.empty();
        List<String> ids = wanted;
        vertx.<Void>executeBlocking(() -> {
                    save(ids);
                    return null;
                })
                .onComplete(saved -> {
                    writing = false;
                    if (saved.failed() && !warned) {
                        warned = true;
                        LOG.warnf(
                                "%s cannot be written; tabs of agents that a crash leaves open will stay: %s",
                                file, saved.cause());
                    }
                    next.ifPresent(this::write);
                    kept.complete();
                });
    }

    private void save(List<String> ids) throws IOException {
        Files.createDirectories(file.getParent());
        ObjectNode content = JSON.createObjectNode();
        ArrayNode tabs = content.putArray(TABS);
        ids.forEach(tabs::add);
        Path fresh = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".new");
        try {
            Files.write(fresh, JSON.writeValueAsBytes(content));
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private Set<TargetId> read() {
        Set<TargetId> ids = new LinkedHashSet<>();
        try {
            for (JsonNode id : JSON.readTree(file.toFile()).path(TABS)) {
                if (!id.asText().isEmpty()) {
                    ids.add(new TargetId(id.asText()));
                }
            }
        } catch (NoSuchFileException | java.io.FileNotFoundException none) {
            // The first start.
        } catch (IOException e) {
            LOG.warnf("%s cannot be read; tabs that a crash left open stay open: %s", file, e.getMessage());
        }
        return ids;
    }
}
