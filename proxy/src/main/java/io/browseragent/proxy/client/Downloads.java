package io.browseragent.proxy.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.model.TargetId;
import java.util.HashSet;
import java.util.Set;

/** Events of downloads, which the browser tells of everybody's. Confined to the client's event loop. */
final class Downloads {

    static final String BEGINS = "Browser.downloadWillBegin";
    static final String PROGRESS = "Browser.downloadProgress";

    private final TargetView view;
    private final Set<String> own = new HashSet<>();

    Downloads(TargetView view) {
        this.view = view;
    }

    static boolean concerns(String method) {
        return method.equals(BEGINS) || method.equals(PROGRESS);
    }

    /** Whether an event is of a download that a page of the client's began. */
    boolean isOwn(ObjectNode event) {
        ObjectNode params = (ObjectNode) event.path("params");
        String guid = params.path("guid").asText();
        if (event.path("method").asText().equals(PROGRESS)) {
            boolean known = own.contains(guid);
            if (!params.path("state").asText().equals("inProgress")) {
                own.remove(guid);
            }
            return known;
        }
        String frame = params.path("frameId").asText();
        return !frame.isEmpty() && view.owns(new TargetId(frame)) && own.add(guid);
    }
}
