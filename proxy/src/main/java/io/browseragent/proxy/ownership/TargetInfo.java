package io.browseragent.proxy.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.model.TargetId;
import java.util.Optional;

/**
 * What the browser says of a target.
 *
 * @param json Chrome's {@code TargetInfo} as it came; never changed
 */
public record TargetInfo(ObjectNode json) {

    static TargetInfo of(JsonNode info) {
        return new TargetInfo((ObjectNode) info);
    }

    /** Of a page that the browser has not described yet. */
    static TargetInfo unknownPage(TargetId id, String url) {
        return new TargetInfo(JsonNodeFactory.instance
                .objectNode()
                .put("targetId", id.value())
                .put("type", "page")
                .put("title", "")
                .put("url", url)
                .put("attached", false)
                .put("canAccessOpener", false));
    }

    public TargetId id() {
        return new TargetId(json.path("targetId").asText());
    }

    public String type() {
        return json.path("type").asText();
    }

    /** Such as {@code prerender}. */
    Optional<String> subtype() {
        return Optional.ofNullable(json.get("subtype")).map(JsonNode::asText).filter(text -> !text.isEmpty());
    }

    public String title() {
        return json.path("title").asText();
    }

    public String url() {
        return json.path("url").asText();
    }

    Optional<TargetId> opener() {
        return id("openerId");
    }

    /** The target that a frame or worker is part of. */
    Optional<TargetId> parent() {
        return id("parentId");
    }

    Optional<String> context() {
        return Optional.ofNullable(json.get("browserContextId")).map(JsonNode::asText);
    }

    boolean isPage() {
        return type().equals("page");
    }

    boolean isTab() {
        return type().equals("tab");
    }

    /** Whether it shows a page of the browser itself, such as a new tab's. */
    boolean isBrowsersOwn() {
        return url().matches("(chrome|brave|edge)://.*");
    }

    private Optional<TargetId> id(String name) {
        return Optional.ofNullable(json.get(name))
                .map(JsonNode::asText)
                .filter(id -> !id.isEmpty())
                .map(TargetId::new);
    }
}
