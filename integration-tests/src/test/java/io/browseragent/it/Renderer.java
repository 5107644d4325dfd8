package io.browseragent.it;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Collectors;

/** A tab with a renderer process of its own, which can be stopped in its tracks. */
final class Renderer implements AutoCloseable {
    private final CdpClient owner;
    private final String target;
    private final long pid;

    private Renderer(CdpClient owner, String target, long pid) {
        this.owner = owner;
        this.target = target;
        this.pid = pid;
    }

    /** Opens a tab at a site that no other tab is at; its process is the one that works when the page does. */
    static Renderer of(CdpClient human, CdpClient owner, String url) {
        String target = owner.create(url);
        String session = owner.attach(target);
        owner.awaitTitle(session, "Blank");
        Map<Long, Double> before = renderers(human);
        owner.evaluate(session, "for (const end = performance.now() + 500; performance.now() < end;);");
        Map<Long, Double> after = renderers(human);
        long pid = after.keySet().stream()
                .max(Comparator.comparingDouble(id -> after.get(id) - before.getOrDefault(id, 0.0)))
                .orElseThrow();
        return new Renderer(owner, target, pid);
    }

    void stop() {
        OwnProcess.signal(pid, "STOP");
    }

    @Override
    public void close() {
        OwnProcess.signal(pid, "CONT");
        owner.socket().send(null, "Target.closeTarget", "targetId", target);
    }

    private static Map<Long, Double> renderers(CdpClient human) {
        return CdpClient.list(human.call("SystemInfo.getProcessInfo").get("processInfo")).stream()
                .filter(process -> process.get("type").asText().equals("renderer"))
                .collect(Collectors.toMap(
                        process -> process.get("id").asLong(),
                        (JsonNode process) -> process.get("cpuTime").asDouble()));
    }
}
