package io.browseragent.proxy.policy;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.cdp.CdpJson;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The table, browser to client. A client's connection carries only events of its own sessions, so all pass but those
 * that name more than the session's page. The {@code Target} events are told from what the client owns, in package
 * {@code client}. Pure.
 */
public final class EventFilter {

    // spotless:off
    private static final Map<String, EventLine> LINES = Map.ofEntries(
        entry("ServiceWorker.workerRegistrationUpdated", EventLine.ownSites("registrations", "scopeURL",  "names every site's registrations")),
        entry("ServiceWorker.workerVersionUpdated",      EventLine.ownSites("versions",      "scriptURL", "names every site's workers")),
        entry("ServiceWorker.workerErrorReported",       EventLine.drop("names any site's errors")),
        entry("Storage.cacheStorageListUpdated",         EventLine.ownSite("storageKey",  "a site once tracked is told of after its tab has left it")),
        entry("Storage.cacheStorageContentUpdated",      EventLine.ownSite("storageKey",  "a site once tracked is told of after its tab has left it")),
        entry("Storage.indexedDBListUpdated",            EventLine.ownSite("storageKey",  "a site once tracked is told of after its tab has left it")),
        entry("Storage.indexedDBContentUpdated",         EventLine.ownSite("storageKey",  "a site once tracked is told of after its tab has left it")),
        entry("Storage.storageBucketCreatedOrUpdated",   EventLine.ownSite("bucketInfo/bucket/storageKey", "a site once tracked is told of after its tab has left it")),
        entry("Tracing.dataCollected",                   EventLine.drop("a recording of the whole browser")),
        entry("Tracing.bufferUsage",                     EventLine.drop("a recording of the whole browser")),
        entry("Tracing.tracingComplete",                 EventLine.drop("a recording of the whole browser, and its stream")));
    // spotless:on

    /**
     * One line.
     *
     * @param list the parameter that is reduced to own sites; empty where the event is of one site or is dropped
     * @param site what names the site, in the entries of the list or else in the parameters, where a slash leads into
     *     an object; empty where the event is dropped
     */
    record EventLine(String list, String site, String reason) {
        static EventLine ownSites(String list, String site, String reason) {
            return new EventLine(list, site, reason);
        }

        /** Passes where its one site is own. */
        static EventLine ownSite(String site, String reason) {
            return new EventLine("", site, reason);
        }

        static EventLine drop(String reason) {
            return new EventLine("", "", reason);
        }
    }

    private EventFilter() {}

    static Map<String, EventLine> lines() {
        return LINES;
    }

    /** Whether an event must be read before it may pass. */
    public static boolean mustJudge(String method) {
        return LINES.containsKey(method);
    }

    /** What of an event the client may see. */
    public static Optional<byte[]> judge(byte[] event, ClientView view) {
        try {
            ObjectNode message = (ObjectNode) CdpJson.MAPPER.readTree(event);
            EventLine line = LINES.get(message.path("method").asText());
            if (line == null) {
                return Optional.of(event);
            }
            if (line.site().isEmpty()) {
                return Optional.empty();
            }
            if (line.list().isEmpty()) {
                JsonNode site = message.path("params").at("/" + line.site());
                return view.ownsOrigin(site.asText()) ? Optional.of(event) : Optional.empty();
            }
            if (!(message.path("params").get(line.list()) instanceof ArrayNode entries)) {
                return Optional.empty();
            }
            ArrayNode own = CdpJson.MAPPER.createArrayNode();
            for (JsonNode entry : entries) {
                if (view.ownsOrigin(entry.path(line.site()).asText())) {
                    // A worker of an own site may control the human's tabs as well.
                    own.add(((ObjectNode) entry.deepCopy()).without(List.of("controlledClients", "targetId")));
                }
            }
            ((ObjectNode) message.path("params")).set(line.list(), own);
            return own.isEmpty() ? Optional.empty() : Optional.of(CdpJson.MAPPER.writeValueAsBytes(message));
        } catch (IOException | ClassCastException e) {
            throw new IllegalStateException("the browser's event is no JSON object", e);
        }
    }
}
