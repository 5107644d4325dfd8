package io.browseragent.proxy.app;

import io.browseragent.core.bus.BrokerBus;
import io.browseragent.core.bus.BrokerEvent;
import io.browseragent.core.bus.BrokerListener;
import io.browseragent.proxy.browser.BrowserInfo;
import io.browseragent.proxy.browser.ControlLink;
import io.browseragent.proxy.browser.LinkStatus;
import io.browseragent.proxy.settings.BrokerConfig;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Tells the person who typed {@code up} once, in one line, that everything is there; until then, at most once, what is
 * still waited for. Thread-safe.
 */
final class Ready implements BrokerListener {

    private final BrokerConfig config;
    private final ControlLink link;
    private final Consumer<String> say;
    private final AtomicBoolean saidWaiting = new AtomicBoolean();
    private final AtomicBoolean saidReady = new AtomicBoolean();
    private volatile boolean portsOpen;
    private volatile boolean noBrowser;
    private volatile Optional<String> why = Optional.empty();

    Ready(BrokerConfig config, ControlLink link, Consumer<String> say) {
        this.config = config;
        this.link = link;
        this.say = say;
    }

    void watch(BrokerBus bus) {
        bus.subscribe(this);
    }

    /** Both ports listen. */
    void portsAreOpen() {
        portsOpen = true;
        tell();
    }

    /** None was there, and none could or should be started. */
    void noBrowserYet(Optional<String> reason) {
        why = reason;
        noBrowser = true;
        tell();
    }

    @Override
    public void browserLinkChanged(BrokerEvent.BrowserLinkChanged event) {
        tell();
    }

    private void tell() {
        LinkStatus status = link.status();
        if (!portsOpen || saidReady.get()) {
            return;
        }
        if (status.connected()) {
            if (saidReady.compareAndSet(false, true)) {
                say.accept(readyLine(status.browser().orElseThrow()));
            }
        } else if (noBrowser && saidWaiting.compareAndSet(false, true)) {
            say.accept("waiting  " + addresses() + "  " + why.orElse(status.detail()));
        }
    }

    private String readyLine(BrowserInfo browser) {
        Duration took = Duration.between(started(), Instant.now());
        return String.format(
                Locale.ROOT,
                "ready  %s  browser %s on port %d%s%s  %.1f s",
                addresses(),
                browser.product(),
                browser.port(),
                profile(browser).map(folder -> ", profile " + folder).orElse(""),
                browser.pid().isPresent() ? ", pid " + browser.pid().getAsLong() : "",
                took.toMillis() / 1000.0);
    }

    /** The launcher tells when it started; asking the JVM takes a while, and Linux keeps it to the second only. */
    private static Instant started() {
        Long launched = Long.getLong("browser-agent.started");
        return Instant.ofEpochMilli(
                launched != null
                        ? launched
                        : ManagementFactory.getRuntimeMXBean().getStartTime());
    }

    private String addresses() {
        return "CDP http://127.0.0.1:" + config.proxyPort() + "  REST http://127.0.0.1:" + config.port();
    }

    /** A browser that runs on its usual profile does not name it. */
    private static Optional<String> profile(BrowserInfo browser) {
        if (browser.pid().isEmpty()) {
            return Optional.empty();
        }
        String flag = "--user-data-dir=";
        return ProcessHandle.of(browser.pid().getAsLong())
                .flatMap(process -> process.info().arguments())
                .flatMap(arguments -> java.util.Arrays.stream(arguments)
                        .filter(argument -> argument.startsWith(flag))
                        .findFirst())
                .map(argument -> argument.substring(flag.length()))
                .or(() -> Optional.of("the browser's own"));
    }
}
