package io.browseragent.proxy.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.browseragent.core.model.TargetId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EndingsTest {

    private static final TargetId PAGE = new TargetId("PAGE");
    private static final TargetId TAB = new TargetId("TAB");
    private static final TargetId OTHER = new TargetId("OTHER");

    private final Set<TargetId> attached = new HashSet<>();
    private final List<TargetId> told = new ArrayList<>();
    private final Endings endings = new Endings(attached::contains, told::add);

    @Test
    void whatNobodyIsAttachedToIsToldAtOnce() {
        endings.gone(PAGE, PAGE);
        endings.gone(TAB, PAGE);

        assertThat(told).containsExactly(PAGE, TAB);
    }

    @Test
    void aTabWaitsForItsPageWhoseSessionIsStillOpen() {
        attached.add(PAGE);
        endings.gone(PAGE, PAGE);
        endings.gone(TAB, PAGE);
        assertThat(told).isEmpty();

        attached.clear();
        endings.tellWhatHasEnded();

        assertThat(told).containsExactly(PAGE, TAB);
    }

    @Test
    void onePageDoesNotWaitForAnother() {
        attached.add(PAGE);
        endings.gone(PAGE, PAGE);
        endings.gone(OTHER, OTHER);

        assertThat(told).containsExactly(OTHER);
    }
}
