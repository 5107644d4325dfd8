package io.browseragent.proxy.app;

import io.browseragent.proxy.launch.BrowserLauncher;
import io.browseragent.proxy.launch.Launch;
import io.browseragent.proxy.launch.LaunchRequest;
import io.browseragent.proxy.settings.BrokerConfig;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.vertx.http.HttpServerStart;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jboss.logging.Logger;

/** From {@code up} to Ctrl-C: starts the broker and, beside it, the browser; stops them in order. */
@ApplicationScoped
class LifeCycle {

    private static final Logger LOG = Logger.getLogger(LifeCycle.class);

    /** Ctrl-C waits no longer than this for the browser to close the agents' tabs. */
    private static final long STOP_SECONDS = 3;

    private final Vertx vertx;
    private final BrokerConfig config;
    private final Broker broker;
    private final RestTwin twin;
    private final Ready ready;

    LifeCycle(Vertx vertx, BrokerConfig config, Broker broker, RestTwin twin) {
        this.vertx = vertx;
        this.config = config;
        this.broker = broker;
        this.twin = twin;
        this.ready = new Ready(config, broker.link(), System.out::println);
    }

    void start(@Observes StartupEvent event) {
        ready.watch(broker.bus());
        try {
            checkPorts();
            await(broker.start(), 10);
        } catch (IllegalStateException e) {
            // The console shows no causes; whoever typed `up` needs this one.
            System.err.println("browser-agent: " + e.getMessage());
            throw e;
        }
        vertx.executeBlocking(this::findBrowser, false)
                .onFailure(error -> LOG.error("looking for a browser failed", error));
    }

    private Void findBrowser() {
        LaunchRequest request = new LaunchRequest(
                config.upstreamPort(),
                config.browser(),
                config.browserApp().orElse(""),
                config.profile(),
                config.headless(),
                config.restart(),
                config.skipBrowser(),
                config.home());
        Launch launch = new BrowserLauncher().ensure(request, System.out::println);
        if (!(launch instanceof Launch.AlreadyAnswering || launch instanceof Launch.Started)) {
            ready.noBrowserYet(reason(launch));
        }
        return null;
    }

    /** What is waited for, where more is known than that no browser answers. */
    private static Optional<String> reason(Launch launch) {
        if (launch instanceof Launch.RunningWithoutPort running) {
            return Optional.of(running.name() + " (pid " + running.pid()
                    + ") runs without a debug port; close it, or run ./browser-agent up --restart");
        }
        if (launch instanceof Launch.NotFound none) {
            return Optional.of("no browser is installed; install one with: " + none.command());
        }
        return Optional.empty();
    }

    private void checkPorts() {
        long different = IntStream.of(config.proxyPort(), config.port(), config.upstreamPort())
                .distinct()
                .count();
        if (different < 3 && !Boolean.getBoolean("browser-agent.rehearsal")) {
            throw new IllegalStateException("BROKER_PROXY_PORT (" + config.proxyPort() + "), BROKER_PORT ("
                    + config.port() + ") and BROKER_UPSTREAM_PORT (" + config.upstreamPort()
                    + ") must be three different ports");
        }
    }

    void restIsOpen(@ObservesAsync HttpServerStart event) {
        twin.open().onComplete(open -> ready.portsAreOpen());
    }

    void stop(@Observes ShutdownEvent event) {
        try {
            await(broker.stop(), STOP_SECONDS);
        } catch (IllegalStateException e) {
            LOG.warnf("not everything could be closed: %s", e.getMessage());
        }
    }

    private static void await(Future<?> work, long seconds) {
        try {
            work.toCompletionStage().toCompletableFuture().get(seconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("no answer within " + seconds + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
