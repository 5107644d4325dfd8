package io.browseragent.proxy.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.browseragent.core.cdp.BrowserHead;
import io.browseragent.core.cdp.CdpJson;
import io.browseragent.core.model.TargetId;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Commands of one client that open a tab and have no reply yet. */
final class PendingTabs {

    private final Set<Long> ids = new HashSet<>();

    void add(int id) {
        ids.add((long) id);
    }

    boolean isEmpty() {
        return ids.isEmpty();
    }

    /** Whether the message that begins here answers one of them. */
    boolean isReply(ByteBuf in, int from, int length) {
        return !ids.isEmpty() && ids.contains(BrowserHead.replyId(in, from, length));
    }

    /** The tab that the reply names; none where the browser refused. */
    static Optional<TargetId> openedBy(byte[] reply) {
        return Optional.ofNullable(parse(reply).path("result").get("targetId")).map(id -> new TargetId(id.asText()));
    }

    void settle(byte[] reply) {
        ids.remove(parse(reply).path("id").asLong());
    }

    private static JsonNode parse(byte[] reply) {
        try {
            return CdpJson.MAPPER.readTree(reply);
        } catch (IOException e) {
            throw new IllegalStateException("the browser's reply is no JSON", e);
        }
    }
}
