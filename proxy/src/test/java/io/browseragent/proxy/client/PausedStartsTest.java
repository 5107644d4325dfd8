package io.browseragent.proxy.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.browseragent.core.model.TargetId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PausedStartsTest {

    private static final TargetId PAGE = new TargetId("PAGE");

    private final List<String> started = new ArrayList<>();
    private final PausedStarts starts = new PausedStarts((page, url) -> started.add(page + " " + url));

    @BeforeEach
    void tellTheClient() {
        starts.announced("S1");
        starts.announced("S2");
    }

    @Test
    void aPageStartsWhenTheBrowserHasLetEverySessionRun() {
        starts.pause(PAGE, "https://a.example/", Set.of("S1", "S2"));
        starts.runs(1, "S1");
        assertThat(starts.mayBeExpected(1)).isTrue();
        assertThat(starts.mayBeExpected(2)).isFalse();
        starts.reply(1, Optional.of("S1"));
        assertThat(started).isEmpty();

        starts.runs(2, "S2");
        starts.reply(2, Optional.of("S2"));

        assertThat(started).containsExactly("PAGE https://a.example/");
        assertThat(starts.mayBeExpected(2)).isFalse();
    }

    @Test
    void aClientMayLetItRunBeforeTheTabIsReported() {
        starts.runs(1, "S1");
        starts.reply(1, Optional.of("S1"));
        starts.pause(PAGE, "https://a.example/", Set.of("S1", "S2"));
        assertThat(started).isEmpty();

        starts.letRun("S2");

        assertThat(started).hasSize(1);
    }

    @Test
    void aPageThatAllLetRunAlreadyStartsAtOnce() {
        starts.runs(1, "S1");
        starts.reply(1, Optional.of("S1"));

        starts.pause(PAGE, "https://a.example/", Set.of("S1"));

        assertThat(started).hasSize(1);
    }

    @Test
    void onlyTheBrowsersReplyLetsItRun() {
        starts.runs(1, "S1");
        starts.pause(PAGE, "https://a.example/", Set.of("S1"));
        assertThat(started).isEmpty();

        starts.reply(1, Optional.of("S1"));

        assertThat(started).hasSize(1);
    }

    @Test
    void theSameIdInAnotherSessionIsAnotherCommand() {
        starts.pause(PAGE, "https://a.example/", Set.of("S1", "S2"));
        starts.runs(7, "S1");
        starts.runs(7, "S2");
        starts.reply(7, Optional.of("S3"));
        starts.reply(7, Optional.of("S1"));
        assertThat(started).isEmpty();

        starts.reply(7, Optional.of("S2"));

        assertThat(started).hasSize(1);
    }

    @Test
    void whatNobodyHoldsStartsAtOnce() {
        starts.pause(PAGE, "https://a.example/", Set.of());

        assertThat(started).hasSize(1);
    }

    @Test
    void aSessionThatEndsHoldsNothing() {
        starts.pause(PAGE, "https://a.example/", Set.of("S1"));

        starts.letRun("S1");

        assertThat(started).hasSize(1);
    }

    @Test
    void aPageThatIsGoneDoesNotStart() {
        starts.pause(PAGE, "https://a.example/", Set.of("S1"));
        starts.gone(PAGE);

        starts.letRun("S1");

        assertThat(started).isEmpty();
    }
}
