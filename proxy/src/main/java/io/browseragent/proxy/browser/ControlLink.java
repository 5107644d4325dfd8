package io.browseragent.proxy.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.browseragent.core.bus.BrokerBus;
import io.browseragent.core.bus.BrokerEvent;
import io.browseragent.core.bus.LinkState;
import io.browseragent.core.bus.Topics;
import io.browseragent.core.model.TargetId;
import io.browseragent.proxy.loop.StateLoop;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * Keeps one control connection to whatever browser answers on the debug port, for as long as the service runs: connects
 * the moment one appears, notices when it stops answering, and starts over when it is gone.
 *
 * <p>State is confined to the state loop and published as an immutable {@link LinkStatus}.
 */
public final class ControlLink implements BrowserLink {

    private static final Logger LOG = Logger.getLogger(ControlLink.class);

    private static final Duration RETRY = Duration.ofMillis(250);
    private static final Duration IDENTIFY = Duration.ofSeconds(2);
    private static final Duration HEARTBEAT = Duration.ofSeconds(1);
    /** A loaded machine answers late; only what is later than this counts as not answering. */
    private static final Duration SILENCE = Duration.ofSeconds(3);

    private static final Duration LOST = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** Nobody waits long for a browser that is known not to answer. */
    private static final Duration SHORT_PATIENCE = Duration.ofMillis(900);

    /** By default tab targets, which chromedriver opens, are left out. */
    private static final ArrayNode ALL_BUT_BROWSER = JsonNodeFactory.instance
            .arrayNode()
            .add(JsonNodeFactory.instance.objectNode().put("type", "browser").put("exclude", true))
            .add(JsonNodeFactory.instance.objectNode());

    private final StateLoop loop;
    private final DebugPort debugPort;
    private final int port;
    private final BrokerBus bus;
    private final Clock clock;

    private LinkListener listener;
    private ControlConnection connection;
    private long silentSince;
    private boolean connecting;
    private boolean retrying;
    private boolean stopped;

    private volatile LinkStatus status;
    private volatile Protocol protocol;

    private record Protocol(BrowserInfo browser, Buffer body) {}

    public ControlLink(StateLoop loop, int port, BrokerBus bus, Clock clock) {
        this.loop = loop;
        this.debugPort = new DebugPort(loop.vertx());
        this.port = port;
        this.bus = bus;
        this.clock = clock;
        this.status = new LinkStatus(LinkState.NO_BROWSER, noBrowser(), Optional.empty(), clock.instant());
    }

    /** Begins to look for a browser, and never gives up. */
    public void start(LinkListener target) {
        loop.run(() -> {
            listener = target;
            connect();
            loop.vertx().setPeriodic(HEARTBEAT.toMillis(), tick -> heartbeat());
        });
    }

    public Future<Void> stop() {
        return loop.ask(() -> {
                    stopped = true;
                    if (connection != null) {
                        connection.close();
                    }
                    return null;
                })
                .compose(ignored -> debugPort.close());
    }

    @Override
    public LinkStatus status() {
        return status;
    }

    @Override
    public Future<BrowserSession> openBrowser() {
        return open(browser -> browser.endpoint());
    }

    @Override
    public Future<BrowserSession> openPage(TargetId target) {
        return open(browser -> "/devtools/page/" + target.value());
    }

    private Future<BrowserSession> open(Function<BrowserInfo, String> path) {
        LinkStatus now = status;
        if (!reachable(now)) {
            return Calls.failed(new NoBrowserException(now.detail()));
        }
        BrowserInfo browser = now.browser().orElseThrow();
        return debugPort
                .openSocket(browser, path.apply(browser), patience(now))
                .recover(error -> Calls.failed(
                        error instanceof NoBrowserException known
                                ? known
                                : new NoBrowserException(
                                        "the browser on port " + port + " cannot be reached: " + error.getMessage())));
    }

    @Override
    public Future<Buffer> protocol() {
        LinkStatus now = status;
        Protocol known = protocol;
        if (known != null
                && (!reachable(now)
                        || now.browser().filter(known.browser()::equals).isPresent())) {
            return Future.succeededFuture(known.body());
        }
        if (!reachable(now)) {
            return Calls.failed(new NoBrowserException(now.detail()));
        }
        BrowserInfo browser = now.browser().orElseThrow();
        return debugPort
                .get(browser.host(), browser.port(), "/json/protocol", patience(now))
                .onSuccess(body -> protocol = new Protocol(browser, body));
    }

    /** Sends a command of the broker's own; fails with its cause when the browser refuses, is gone or does not answer. */
    Future<JsonNode> call(CdpCall command) {
        return call(command, late -> {});
    }

    /** @param late gets a result that came after the deadline, when the caller had been told that there is none */
    Future<JsonNode> call(CdpCall command, Consumer<JsonNode> late) {
        return loop.start(() -> {
            LinkStatus now = status;
            return connection == null || !reachable(now)
                    ? Calls.failed(new NoBrowserException(now.detail()))
                    : call(connection, command, patience(now), late);
        });
    }

    private static String unanswered(CdpCall command, Duration deadline) {
        return "the browser did not answer " + command.method() + " within " + deadline.toMillis() + " ms";
    }

    private Future<JsonNode> call(ControlConnection on, CdpCall command, Duration deadline) {
        return call(on, command, deadline, late -> {});
    }

    /** @param late gets a result that came after the deadline, when the caller had been told that there is none */
    private Future<JsonNode> call(ControlConnection on, CdpCall command, Duration deadline, Consumer<JsonNode> late) {
        Promise<JsonNode> answer = Promise.promise();
        long timer = loop.vertx()
                .setTimer(
                        deadline.toMillis(),
                        fired -> answer.tryFail(new NoBrowserException(unanswered(command, deadline))));
        on.call(command).onComplete(done -> {
            loop.vertx().cancelTimer(timer);
            if (done.failed()) {
                answer.tryFail(done.cause());
            } else if (!answer.tryComplete(done.result())) {
                late.accept(done.result());
            }
        });
        return answer.future();
    }

    private static boolean reachable(LinkStatus status) {
        return status.state() == LinkState.CONNECTED
                || status.state() == LinkState.NOT_ANSWERING && status.browser().isPresent();
    }

    private static Duration patience(LinkStatus status) {
        return status.connected() ? PATIENCE : SHORT_PATIENCE;
    }

    private void connect() {
        if (!stopped && !connecting && connection == null) {
            connecting = true;
            identify(0, new ArrayList<>());
        }
    }

    private void identify(int host, List<Throwable> failures) {
        if (host == DebugPort.HOSTS.size()) {
            connecting = false;
            failed(failures);
            return;
        }
        debugPort
                .identify(DebugPort.HOSTS.get(host), port, IDENTIFY)
                .compose(browser -> debugPort
                        .openSocket(browser, browser.endpoint(), IDENTIFY)
                        .compose(session -> greet(browser, session)))
                .onFailure(error -> loop.run(() -> {
                    failures.add(error);
                    identify(host + 1, failures);
                }));
    }

    private Future<Void> greet(BrowserInfo browser, BrowserSession session) {
        ControlConnection fresh = new ControlConnection(browser, session, this::event, this::gone);
        connection = fresh;
        boolean same = status.browser()
                .filter(last -> last.endpoint().equals(browser.endpoint()))
                .isPresent();
        listener.connected(same);
        return call(
                        fresh,
                        CdpCall.of("Target.setDiscoverTargets")
                                .with("discover", true)
                                .with("filter", ALL_BUT_BROWSER),
                        IDENTIFY)
                .compose(discovering -> call(fresh, CdpCall.of("SystemInfo.getProcessInfo"), IDENTIFY)
                        .map(ControlLink::browserPid)
                        .otherwise(OptionalLong.empty()))
                .onFailure(error -> fresh.close())
                .map(pid -> {
                    connecting = false;
                    silentSince = 0;
                    listener.discovered();
                    change(
                            LinkState.CONNECTED,
                            browser.product() + " on port " + port,
                            Optional.of(browser.withPid(pid)));
                    return null;
                });
    }

    private static OptionalLong browserPid(JsonNode result) {
        for (JsonNode process : result.path("processInfo")) {
            if (process.path("type").asText().equals("browser")) {
                return OptionalLong.of(process.path("id").asLong());
            }
        }
        return OptionalLong.empty();
    }

    private void event(JsonNode event) {
        listener.event(event);
    }

    private void gone() {
        connection = null;
        if (!stopped && !connecting) {
            change(LinkState.NO_BROWSER, "the connection to the browser on port " + port + " was lost; looking for it");
            retry();
        }
    }

    private void failed(List<Throwable> failures) {
        if (failures.stream().anyMatch(NotABrowserException.class::isInstance)) {
            change(
                    LinkState.NOT_A_BROWSER,
                    "what listens on port " + port
                            + " is no browser's debug port; end it, or set BROKER_UPSTREAM_PORT to the browser's port");
        } else if (failures.stream().anyMatch(NoBrowserException.class::isInstance)) {
            change(
                    LinkState.NOT_ANSWERING,
                    "something accepts connections on port " + port + " but does not answer; waiting for it");
        } else {
            change(LinkState.NO_BROWSER, noBrowser());
        }
        retry();
    }

    private String noBrowser() {
        return "no browser answers on port " + port + "; start one with ./browser-agent up, or with "
                + "--remote-debugging-port=" + port;
    }

    private void retry() {
        if (!retrying) {
            retrying = true;
            loop.vertx().setTimer(RETRY.toMillis(), again -> {
                retrying = false;
                connect();
            });
        }
    }

    private void heartbeat() {
        ControlConnection on = connection;
        if (on == null || status.state() == LinkState.NO_BROWSER || status.state() == LinkState.NOT_A_BROWSER) {
            return;
        }
        long now = System.nanoTime();
        if (silentSince == 0) {
            silentSince = now;
            call(on, CdpCall.of("Browser.getVersion"), LOST).onComplete(answer -> {
                silentSince = 0;
                if (answer.failed() && !(answer.cause() instanceof BrowserCallException)) {
                    on.close();
                } else if (on == connection && status.state() == LinkState.NOT_ANSWERING) {
                    change(LinkState.CONNECTED, on.browser().product() + " on port " + port);
                }
            });
        } else if (now - silentSince > LOST.plus(SILENCE).toNanos()) {
            // Its own deadline has passed without a word: a fault of ours ate it.
            silentSince = 0;
            on.close();
        } else if (now - silentSince > SILENCE.toNanos()) {
            change(
                    LinkState.NOT_ANSWERING,
                    on.browser().product() + " on port " + port + " has stopped answering; waiting for it");
        }
    }

    private void change(LinkState state, String detail) {
        change(state, detail, status.browser());
    }

    private void change(LinkState state, String detail, Optional<BrowserInfo> browser) {
        LinkStatus last = status;
        if (last.state() == state
                && last.detail().equals(detail)
                && last.browser().equals(browser)) {
            return;
        }
        status = new LinkStatus(state, detail, browser, clock.instant());
        LOG.infof("browser: %s", detail);
        bus.publish(
                Topics.BROWSER_LINK,
                stamp -> new BrokerEvent.BrowserLinkChanged(stamp, state, detail, browser.map(BrowserInfo::product)));
    }
}
