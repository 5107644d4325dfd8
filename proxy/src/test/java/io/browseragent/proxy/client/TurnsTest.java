package io.browseragent.proxy.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {

    private final List<Boolean> behind = new ArrayList<>();
    private final Turns turns = new Turns(behind::add);
    private final List<String> taken = new ArrayList<>();

    private Future<Void> done(String step) {
        taken.add(step);
        return Future.succeededFuture();
    }

    @Test
    void aStepWaitsForTheOneBeforeIt() {
        Promise<Void> first = Promise.promise();
        turns.take(() -> {
            taken.add("1");
            return first.future();
        });
        turns.take(() -> done("2"));
        turns.take(() -> done("3"));
        assertThat(taken).containsExactly("1");

        first.complete();

        assertThat(taken).containsExactly("1", "2", "3");
    }

    @Test
    void aStepThatFailsStopsNoOther() {
        turns.take(() -> Future.failedFuture("no"));
        turns.take(() -> done("2"));
        Promise<Void> later = Promise.promise();
        turns.take(later::future);
        turns.take(() -> done("4"));

        later.fail("no");

        assertThat(taken).containsExactly("2", "4");
    }

    @Test
    void aStepMayAskForAnother() {
        turns.take(() -> {
            turns.take(() -> done("inner"));
            return done("outer");
        });
        turns.take(() -> done("next"));

        assertThat(taken).containsExactly("outer", "inner", "next");
    }

    @Test
    void whoSendsManyAheadIsToldToWaitUntilHalfAreDone() {
        Promise<Void> first = Promise.promise();
        turns.take(first::future);
        for (int i = 0; i < 256; i++) {
            turns.take(() -> done("x"));
        }
        assertThat(behind).isEmpty();
        turns.take(() -> done("one more"));
        assertThat(behind).containsExactly(true);

        first.complete();

        assertThat(behind).containsExactly(true, false);
    }

    @Test
    void manyStepsThatAreDoneAtOnceNeedNoStack() {
        Promise<Void> first = Promise.promise();
        turns.take(first::future);
        for (int i = 0; i < 100_000; i++) {
            turns.take(() -> done("x"));
        }

        first.complete();

        assertThat(taken).hasSize(100_000);
    }
}
