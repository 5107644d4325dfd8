package io.browseragent.proxy.app;

import io.browseragent.core.bus.BrokerBus;
import io.browseragent.proxy.browser.BrowserTabs;
import io.browseragent.proxy.browser.ControlLink;
import io.browseragent.proxy.guard.Guard;
import io.browseragent.proxy.loop.StateLoop;
import io.browseragent.proxy.ownership.Boundaries;
import io.browseragent.proxy.ownership.TabJournal;
import io.browseragent.proxy.ownership.TargetRegistry;
import io.browseragent.proxy.policy.AgentUrls;
import io.browseragent.proxy.settings.BrokerConfig;
import io.browseragent.proxy.wire.FrontDoor;
import io.browseragent.proxy.wire.FrontDoorSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The parts of the broker, joined; each is also a bean for the faces on the REST port. */
@Singleton
final class Broker {

    /** Chrome takes no larger message; a little room is left for the frame's header. */
    private static final long MAX_MESSAGE = (100L << 20) - 64;

    private final StateLoop loop;
    private final BrokerBus bus;
    private final ControlLink link;
    private final TargetRegistry tabs;
    private final FrontDoor frontDoor;

    Broker(Vertx vertx, BrokerConfig config) {
        Clock clock = Clock.systemUTC();
        this.loop = new StateLoop(vertx);
        this.bus = new BrokerBus(vertx.eventBus(), clock);
        this.link = new ControlLink(loop, config.upstreamPort(), bus, clock);
        Set<Integer> ownPorts = new HashSet<>(List.of(config.upstreamPort(), config.proxyPort(), config.port()));
        AgentUrls urls = new AgentUrls(ownPorts);
        this.tabs = new TargetRegistry(
                loop,
                new BrowserTabs(link),
                bus,
                clock,
                new Boundaries(ownPorts, config.upstreamPort(), urls::mayOpen),
                new TabJournal(vertx, config.home().resolve("owned-tabs.json")));
        this.frontDoor = new FrontDoor(
                loop,
                new FrontDoorSettings(
                        config.proxyPort(), MAX_MESSAGE, config.messageBudget().asLongValue(), config.clientStall()),
                new Guard(Guard.Pages.NONE, config.allowedHosts().orElse(Set.of())),
                urls,
                link,
                tabs);
    }

    /** Opens the CDP port and begins to look for the browser. */
    Future<Void> start() {
        return tabs.start().compose(known -> {
            link.start(tabs.events());
            return frontDoor.open();
        });
    }

    /** Closes the agents' tabs, says goodbye to the clients, and leaves the browser as it is. */
    Future<Void> stop() {
        return tabs.closeAll()
                .eventually(frontDoor::close)
                .eventually(link::stop)
                .eventually(loop::stop);
    }

    @Produces
    @Singleton
    BrokerBus bus() {
        return bus;
    }

    @Produces
    @Singleton
    ControlLink link() {
        return link;
    }

    @Produces
    @Singleton
    TargetRegistry tabs() {
        return tabs;
    }

    @Produces
    @Singleton
    FrontDoor frontDoor() {
        return frontDoor;
    }
}
