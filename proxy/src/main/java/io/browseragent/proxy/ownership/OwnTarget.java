package io.browseragent.proxy.ownership;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.model.TargetId;
import java.util.Optional;

/**
 * One owned target at one moment.
 *
 * @param info Chrome's {@code TargetInfo} as it came; never changed, a new object for every change
 * @param page the page that this target belongs to; itself for a page
 * @param context the virtual browser context it was opened in; popups and children have that of their opener
 */
public record OwnTarget(ObjectNode info, TargetId page, Optional<String> context) {

    public TargetId id() {
        return new TargetId(info.path("targetId").asText());
    }

    public String type() {
        return info.path("type").asText();
    }
}
