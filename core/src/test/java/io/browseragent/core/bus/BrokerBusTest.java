package io.browseragent.core.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.browseragent.core.model.Owner;
import io.browseragent.core.model.TargetId;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BrokerBusTest {

    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private static final Owner OWNER = new Owner(Owner.Kind.POOL, "http");

    private final Vertx vertx = Vertx.vertx();
    private final BrokerBus bus = new BrokerBus(vertx.eventBus(), Clock.fixed(NOON, ZoneOffset.UTC));
    private final List<BrokerEvent> heard = new CopyOnWriteArrayList<>();
    private final BrokerListener listener = new BrokerListener() {
        @Override
        public void tabOpened(BrokerEvent.TabOpened event) {
            heard.add(event);
        }

        @Override
        public void browserLinkChanged(BrokerEvent.BrowserLinkChanged event) {
            heard.add(event);
        }
    };

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void eventsOfATopicComeInOrderAndWithoutAGap() {
        bus.subscribe(listener);

        for (int i = 0; i < 1_000; i++) {
            open("T" + i);
        }

        await().until(() -> heard.size() == 1_000);
        assertThat(heard.stream().map(event -> event.stamp().seq()))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 1_000).boxed().toList());
        assertThat(heard.get(999))
                .isEqualTo(new BrokerEvent.TabOpened(new Stamp(1_000, NOON), new TargetId("T999"), OWNER));
    }

    @Test
    void eachTopicCountsForItself() {
        bus.subscribe(listener);

        open("A");
        bus.publish(
                Topics.BROWSER_LINK,
                stamp -> new BrokerEvent.BrowserLinkChanged(stamp, LinkState.NO_BROWSER, "none", Optional.empty()));
        open("B");

        await().until(() -> heard.size() == 3);
        assertThat(heard.stream().map(event -> event.stamp().seq())).containsExactlyInAnyOrder(1L, 1L, 2L);
    }

    @Test
    void numbersGoOnWhileNobodyListens() {
        open("unheard");
        bus.subscribe(listener);
        open("heard");

        await().until(() -> !heard.isEmpty());
        assertThat(heard.get(0).stamp().seq()).isEqualTo(2);
    }

    @Test
    void aClosedSubscriptionHearsNothingMore() {
        BrokerBus.Subscription subscription = bus.subscribe(listener);
        List<BrokerEvent> other = new CopyOnWriteArrayList<>();
        bus.subscribe(new BrokerListener() {
            @Override
            public void tabOpened(BrokerEvent.TabOpened event) {
                other.add(event);
            }
        });
        open("A");
        await().until(() -> heard.size() == 1 && other.size() == 1);

        subscription.close();
        subscription.close();
        open("B");

        await().until(() -> other.size() == 2);
        assertThat(heard).hasSize(1);
    }

    @Test
    void aListenerThatThrowsHarmsNobody() {
        bus.subscribe(new BrokerListener() {
            @Override
            public void tabOpened(BrokerEvent.TabOpened event) {
                throw new IllegalStateException("on purpose");
            }
        });
        bus.subscribe(listener);

        open("A");
        open("B");

        await().until(() -> heard.size() == 2);
    }

    @Test
    void aSecondBusOnTheSameVertxWorks() {
        assertThatCode(() -> new BrokerBus(vertx.eventBus(), Clock.systemUTC())).doesNotThrowAnyException();
    }

    private void open(String target) {
        bus.publish(Topics.TAB_OPENED, stamp -> new BrokerEvent.TabOpened(stamp, new TargetId(target), OWNER));
    }
}
