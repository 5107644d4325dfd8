package io.browseragent.proxy.face;

import io.browseragent.core.bus.BrokerBus;
import io.quarkus.websockets.next.CloseReason;
import io.quarkus.websockets.next.OnClose;
import io.quarkus.websockets.next.OnOpen;
import io.quarkus.websockets.next.WebSocket;
import io.quarkus.websockets.next.WebSocketConnection;
import jakarta.enterprise.context.SessionScoped;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tells a listener what happens: each event as one JSON message with {@code type}, {@code seq} (counting per type, so
 * that a gap shows) and {@code at}. A listener that does not read is closed once too much waits for it.
 */
@WebSocket(path = "/events")
@SessionScoped
public class EventsSocket {

    private static final int MAX_WAITING = 1_000;

    private final BrokerBus bus;
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile BrokerBus.Subscription subscription;

    EventsSocket(BrokerBus bus) {
        this.bus = bus;
    }

    @OnOpen
    void open(WebSocketConnection connection) {
        subscription = bus.subscribe(new EventJson(event -> send(connection, event)));
    }

    private void send(WebSocketConnection connection, String event) {
        if (waiting.incrementAndGet() > MAX_WAITING) {
            subscription.close();
            connection
                    .close(new CloseReason(1008, "too slow: over " + MAX_WAITING + " events wait"))
                    .subscribe()
                    .with(closed -> {}, error -> {});
            return;
        }
        connection
                .sendText(event)
                .subscribe()
                .with(sent -> waiting.decrementAndGet(), error -> waiting.decrementAndGet());
    }

    @OnClose
    void close() {
        subscription.close();
    }
}
