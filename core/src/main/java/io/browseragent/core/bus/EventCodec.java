package io.browseragent.core.bus;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageCodec;

/** Hands the immutable event over as it is; this bus does not leave the process. */
final class EventCodec implements MessageCodec<BrokerEvent, BrokerEvent> {

    static final String NAME = "broker-event";

    @Override
    public void encodeToWire(Buffer buffer, BrokerEvent event) {
        throw new UnsupportedOperationException("broker events stay in this process");
    }

    @Override
    public BrokerEvent decodeFromWire(int pos, Buffer buffer) {
        throw new UnsupportedOperationException("broker events stay in this process");
    }

    @Override
    public BrokerEvent transform(BrokerEvent event) {
        return event;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public byte systemCodecID() {
        return -1;
    }
}
