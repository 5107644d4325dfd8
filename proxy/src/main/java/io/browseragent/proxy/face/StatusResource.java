package io.browseragent.proxy.face;

import io.browseragent.proxy.browser.BrowserInfo;
import io.browseragent.proxy.browser.ControlLink;
import io.browseragent.proxy.browser.LinkStatus;
import io.browseragent.proxy.ownership.OwnedTab;
import io.browseragent.proxy.ownership.TargetRegistry;
import io.browseragent.proxy.settings.BrokerConfig;
import io.browseragent.proxy.settings.Version;
import io.browseragent.proxy.wire.FrontDoor;
import io.smallrye.common.annotation.NonBlocking;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Says how the service is; answers from its own state, also while the browser does not. */
@Path("/")
@NonBlocking
@Singleton
public class StatusResource {

    private final BrokerConfig config;
    private final ControlLink link;
    private final TargetRegistry tabs;
    private final FrontDoor frontDoor;
    private final Instant started =
            ProcessHandle.current().info().startInstant().orElseGet(Instant::now);

    StatusResource(BrokerConfig config, ControlLink link, TargetRegistry tabs, FrontDoor frontDoor) {
        this.config = config;
        this.link = link;
        this.tabs = tabs;
        this.frontDoor = frontDoor;
    }

    /**
     * Ports of the service.
     *
     * @param cdp where CDP clients dial
     * @param rest this port
     * @param upstream the browser's debug port
     */
    public record Ports(int cdp, int rest, int upstream) {}

    /**
     * Whether the service can work.
     *
     * @param ok the service itself answers
     * @param brave the browser answers, whichever it is (the name is historical)
     * @param service always {@code browser-agent}
     * @param detail one line for a person
     */
    public record Health(boolean ok, boolean brave, String service, String version, String detail, Ports ports) {}

    /**
     * The browser.
     *
     * @param state {@code no_browser}, {@code not_a_browser}, {@code connected} or {@code not_answering}
     * @param product name and version; absent until one was seen
     * @param pid process id, where the browser tells
     * @param since when it entered this state
     */
    public record Browser(String state, Optional<String> product, Optional<Long> pid, Instant since) {}

    /**
     * A tab that is lent out.
     *
     * @param kind {@code ws} for a CDP client's, {@code pool} for one opened over plain HTTP
     * @param sockets page websockets open on it
     */
    public record Tab(
            String targetId, String kind, String owner, String url, String title, int sockets, long ageSeconds) {}

    /** Everything at one moment. */
    public record Status(
            String service,
            String version,
            String detail,
            Ports ports,
            long uptimeSeconds,
            Browser browser,
            int clients,
            List<Tab> tabs) {}

    /** Always 200; {@code brave} tells whether the browser can be reached. */
    @GET
    @Path("health")
    public Health health() {
        LinkStatus status = link.status();
        return new Health(true, status.connected(), "browser-agent", Version.number(), status.detail(), ports());
    }

    /** Who holds what, and whether the browser answers. */
    @GET
    @Path("status")
    public Status status() {
        LinkStatus status = link.status();
        Instant now = Instant.now();
        return new Status(
                "browser-agent",
                Version.number(),
                status.detail(),
                ports(),
                Duration.between(started, now).toSeconds(),
                browser(status),
                frontDoor.clients(),
                tabs.owned().all().stream().map(tab -> tab(tab, now)).toList());
    }

    private Ports ports() {
        return new Ports(config.proxyPort(), config.port(), config.upstreamPort());
    }

    private static Browser browser(LinkStatus status) {
        Optional<BrowserInfo> browser = status.browser();
        return new Browser(
                status.state().name().toLowerCase(java.util.Locale.ROOT),
                browser.map(BrowserInfo::product),
                browser.filter(known -> known.pid().isPresent())
                        .map(known -> known.pid().getAsLong()),
                status.since());
    }

    private static Tab tab(OwnedTab tab, Instant now) {
        return new Tab(
                tab.id().value(),
                tab.owner().kind().name().toLowerCase(java.util.Locale.ROOT),
                tab.owner().toString(),
                tab.info().url(),
                tab.info().title(),
                tab.sockets(),
                Duration.between(tab.openedAt(), now).toSeconds());
    }
}
