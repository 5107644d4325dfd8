package io.browseragent.core.bus;

import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The only door to the Vert.x event bus. Publishing and subscribing are allowed from any thread. */
public final class BrokerBus {

    private static final DeliveryOptions LOCAL =
            new DeliveryOptions().setCodecName(EventCodec.NAME).setLocalOnly(true);

    private final EventBus bus;
    private final Clock clock;
    private final Map<Topic<?>, AtomicLong> sequences =
            Topics.ALL.stream().collect(Collectors.toUnmodifiableMap(topic -> topic, topic -> new AtomicLong()));

    public BrokerBus(EventBus bus, Clock clock) {
        this.bus = bus;
        this.clock = clock;
        // A restart in dev mode keeps the Vert.x instance and with it the codec of the old class loader.
        bus.unregisterCodec(EventCodec.NAME);
        bus.registerCodec(new EventCodec());
    }

    /**
     * Publishes one event; never blocks, never fails because of a listener.
     *
     * <p>Events of one topic must come from one thread, else their order on the bus may differ from their numbers.
     */
    public <E extends BrokerEvent> void publish(Topic<E> topic, Function<Stamp, E> event) {
        Stamp stamp = new Stamp(sequences.get(topic).incrementAndGet(), clock.instant());
        bus.publish(topic.address(), topic.payload().cast(event.apply(stamp)), LOCAL);
    }

    /** Subscribes to all topics until the returned subscription is closed. */
    public Subscription subscribe(BrokerListener listener) {
        List<MessageConsumer<BrokerEvent>> consumers = Topics.ALL.stream()
                .map(topic -> bus.<BrokerEvent>localConsumer(
                        topic.address(), message -> message.body().deliverTo(listener)))
                .toList();
        return () -> consumers.forEach(MessageConsumer::unregister);
    }

    /** Ends a subscription; closing it twice does nothing. */
    @FunctionalInterface
    public interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
