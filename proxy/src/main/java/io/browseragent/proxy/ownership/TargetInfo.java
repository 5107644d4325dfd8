package io.browseragent.proxy.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import io.browseragent.core.model.TargetId;
import java.util.Optional;

/** What the browser says of a target. */
public record TargetInfo(TargetId id, String type, String title, String url, Optional<TargetId> opener) {

    static TargetInfo of(JsonNode info) {
        return new TargetInfo(
                new TargetId(info.path("targetId").asText()),
                info.path("type").asText(),
                info.path("title").asText(),
                info.path("url").asText(),
                Optional.ofNullable(info.get("openerId")).map(id -> new TargetId(id.asText())));
    }

    boolean isPage() {
        return type.equals("page");
    }
}
