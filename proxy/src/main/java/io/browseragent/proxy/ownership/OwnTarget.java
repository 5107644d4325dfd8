package io.browseragent.proxy.ownership;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.model.TargetId;
import java.util.Optional;
public record OwnTarget(ObjectNode info, TargetId page, Optional<String> context) { public TargetId id() { return new TargetId(info.path("targetId").asText()); } public String type() { return info.path("type").asText(); } }
