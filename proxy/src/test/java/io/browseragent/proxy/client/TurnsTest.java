package io.browseragent.proxy.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class TurnsTest {

    private final List<Boolean> behind = new ArrayList<>();
    private final Turns turns = new Turns(behind::add);
    private final List<String> taken = new ArrayList<>();

    private void take(Supplier<Future<Void>> step) {
        turns.take(step, 0);
    }

    private Future<Void> done(String step) {
        taken.add(step);
        return Future.succeededFuture();
    }

    @Test
    void aStepWaitsForTheOneBeforeIt() {
        Promise<Void> first = Promise.promise();
        take(() -> {
            taken.add("1");
            return first.future();
        });
        take(() -> done("2"));
        take(() -> done("3"));
        assertThat(taken).containsExactly("1");

        first.complete();

        assertThat(taken).containsExactly("1", "2", "3");
    }

    @Test
    void aStepThatFailsStopsNoOther() {
        take(() -> Future.failedFuture("no"));
        take(() -> done("2"));
        Promise<Void> later = Promise.promise();
        take(later::future);
        take(() -> done("4"));

        later.fail("no");

        assertThat(taken).containsExactly("2", "4");
    }

    @Test
    void aStepMayAskForAnother() {
        take(() -> {
            take(() -> done("inner"));
            return done("outer");
        });
        take(() -> done("next"));

        assertThat(taken).containsExactly("outer", "inner", "next");
    }

    @Test
    void whoSendsManyAheadIsToldToWaitUntilHalfAreDone() {
        Promise<Void> first = Promise.promise();
        take(first::future);
        for (int i = 0; i < 256; i++) {
            take(() -> done("x"));
        }
        assertThat(behind).isEmpty();
        take(() -> done("one more"));
        assertThat(behind).containsExactly(true);

        first.complete();

        assertThat(behind).containsExactly(true, false);
    }

    @Test
    void manyStepsThatAreDoneAtOnceNeedNoStack() {
        Promise<Void> first = Promise.promise();
        take(first::future);
        for (int i = 0; i < 100_000; i++) {
            take(() -> done("x"));
        }

        first.complete();

        assertThat(taken).hasSize(100_000);
    }

    @Test
    void fewLargeStepsAreManyToo() {
        Promise<Void> first = Promise.promise();
        turns.take(first::future, 1 << 20);
        turns.take(() -> done("2"), 1 << 20);
        assertThat(behind).as("one that waits is never too much").isEmpty();
        turns.take(() -> done("3"), 1 << 20);
        assertThat(behind).containsExactly(true);

        first.complete();

        assertThat(behind).containsExactly(true, false);
        assertThat(taken).containsExactly("2", "3");
    }
}
