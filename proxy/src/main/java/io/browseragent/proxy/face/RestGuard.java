package io.browseragent.proxy.face;

import io.browseragent.proxy.guard.Guard;
import io.browseragent.proxy.guard.RequestOrigin;
import io.browseragent.proxy.settings.BrokerConfig;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Looks at every request of the REST port, websocket upgrades included, before anything else does. */
@ApplicationScoped
class RestGuard {

    /** Filters of a higher number run earlier. */
    private static final int FIRST = 10_000;

    private static final Set<HttpMethod> READING = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

    private final Guard guard;

    RestGuard(BrokerConfig config) {
        this.guard = new Guard(Guard.Pages.OWN, config.allowedHosts().orElse(Set.of()));
    }

    void register(@Observes Filters filters) {
        filters.register(this::check, FIRST);
    }

    private void check(RoutingContext routing) {
        HttpServerRequest request = routing.request();
        Optional<String> refusal = guard.refusal(new RequestOrigin(
                request.headers().getAll("Host"),
                request.headers().getAll("Origin"),
                Optional.ofNullable(request.getHeader("Sec-Fetch-Site"))));
        if (refusal.isPresent()) {
            refuse(
                    routing,
                    403,
                    "FORBIDDEN",
                    refusal.get(),
                    "Call from a local program, by an IP address or localhost, and without an Origin header.");
        } else if (!READING.contains(request.method()) && !isJson(request.getHeader("Content-Type"))) {
            refuse(
                    routing,
                    415,
                    "UNSUPPORTED_MEDIA_TYPE",
                    request.method() + " takes only application/json here.",
                    "Send the header Content-Type: application/json.");
        } else {
            routing.next();
        }
    }

    /** A form or text/plain is what a web page can send without being asked for permission. */
    private static boolean isJson(String contentType) {
        return contentType != null
                && contentType.split(";", 2)[0].trim().toLowerCase(Locale.ROOT).equals("application/json");
    }

    private static void refuse(RoutingContext routing, int status, String error, String message, String advice) {
        routing.response()
                .setStatusCode(status)
                .putHeader("Content-Type", "application/json")
                .putHeader("Connection", "close")
                .end(new JsonObject()
                        .put("error", error)
                        .put("message", message)
                        .put("advice", advice)
                        .encode())
                // Whoever is refused gets no second try on the same connection.
                .onComplete(sent -> routing.request().connection().close());
    }
}
