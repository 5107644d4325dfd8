package io.browseragent.proxy.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.cdp.CdpError;
import io.browseragent.core.cdp.CdpJson;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Commands of the broker that wait for their reply. Confined to the state loop. */
final class Calls {

    private record Waiting(String method, Promise<JsonNode> reply) {}

    private final Map<Integer, Waiting> waiting = new HashMap<>();
    private int lastId;

    /** Writes a command; {@code reply} completes with its result. */
    byte[] open(CdpCall call, Promise<JsonNode> reply) {
        int id = ++lastId;
        waiting.put(id, new Waiting(call.method(), reply));
        ObjectNode command = CdpJson.MAPPER.createObjectNode();
        command.put("id", id).put("method", call.method()).set("params", call.params());
        call.sessionId().ifPresent(session -> command.put("sessionId", session));
        try {
            return CdpJson.MAPPER.writeValueAsBytes(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void settle(JsonNode message) {
        Waiting call = waiting.remove(message.path("id").asInt(-1));
        if (call == null) {
            return;
        }
        JsonNode error = message.get("error");
        if (error == null) {
            call.reply().tryComplete(message.path("result"));
        } else {
            call.reply()
                    .tryFail(new BrowserCallException(
                            call.method(),
                            new CdpError(
                                    error.path("code").asInt(),
                                    error.path("message").asText())));
        }
    }

    /** The connection is gone: everybody who waits is told at once. */
    void failAll(RuntimeException cause) {
        List<Waiting> all = List.copyOf(waiting.values());
        waiting.clear();
        all.forEach(call -> call.reply().tryFail(cause));
    }

    static <T> Future<T> failed(RuntimeException cause) {
        return Future.failedFuture(cause);
    }
}
