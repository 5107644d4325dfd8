package io.browseragent.proxy.face;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.bus.BrokerEvent;
import io.browseragent.core.bus.BrokerListener;
import java.util.Locale;
import java.util.function.Consumer;

/** Renders each event of the bus as one line of JSON for {@code /events}. */
final class EventJson implements BrokerListener {

    private final Consumer<String> out;

    EventJson(Consumer<String> out) {
        this.out = out;
    }

    @Override
    public void browserLinkChanged(BrokerEvent.BrowserLinkChanged event) {
        ObjectNode json = begin("browser_link_changed", event);
        json.put("state", event.state().name().toLowerCase(Locale.ROOT)).put("detail", event.detail());
        event.product().ifPresent(product -> json.put("product", product));
        out.accept(json.toString());
    }

    @Override
    public void tabOpened(BrokerEvent.TabOpened event) {
        out.accept(begin("tab_opened", event)
                .put("target_id", event.target().value())
                .put("owner", event.owner().toString())
                .toString());
    }

    @Override
    public void tabClosed(BrokerEvent.TabClosed event) {
        out.accept(begin("tab_closed", event)
                .put("target_id", event.target().value())
                .put("owner", event.owner().toString())
                .put("url", event.url())
                .toString());
    }

    private static ObjectNode begin(String type, BrokerEvent event) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", type)
                .put("seq", event.stamp().seq())
                .put("at", event.stamp().at().toString());
    }
}
