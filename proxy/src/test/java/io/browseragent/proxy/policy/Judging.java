package io.browseragent.proxy.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.browseragent.core.cdp.CdpEnvelope;
import io.browseragent.core.cdp.CdpJson;
import io.browseragent.core.cdp.MalformedCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/** Sends commands through the filter as a client that owns little, and reads what is said of them. */
final class Judging {

    static final String TARGET = "OWN-TARGET";
    static final String PAGE = "OWN-PAGE";
    static final String CONTEXT = "OWN-CONTEXT";
    static final String ORIGIN = "https://own.example";
    static final String STREAM = "7";
    static final int DEBUG_PORT = 9229;

    private static final AgentUrls URLS = new AgentUrls(Set.of(DEBUG_PORT));

    /** What the client owns is in the constants above. */
    static final ClientView VIEW = new ClientView() {
        @Override
        public boolean ownsTarget(String targetId) {
            return targetId.equals(TARGET);
        }

        @Override
        public boolean ownsContext(String browserContextId) {
            return browserContextId.equals(CONTEXT);
        }

        @Override
        public boolean ownsOrigin(String urlOrOriginOrStorageKey) {
            return urlOrOriginOrStorageKey.equals(ORIGIN) || urlOrOriginOrStorageKey.startsWith(ORIGIN + "/");
        }

        @Override
        public boolean ownsStream(String handle) {
            return handle.equals(STREAM);
        }

        @Override
        public boolean mayOpen(String url) {
            return URLS.mayOpen(url);
        }

        @Override
        public Optional<String> page(Optional<String> sessionId) {
            return sessionId.map(session -> PAGE);
        }
    };

    private Judging() {}

    /** Inside a session, but for the browser's. */
    static Verdict judge(SessionKind kind, String method, String params) {
        return judgeText(
                kind,
                "{\"id\":1,\"method\":\"%s\",\"params\":%s%s}"
                        .formatted(method, params, kind == SessionKind.BROWSER ? "" : ",\"sessionId\":\"S\""));
    }

    static Verdict judgeText(SessionKind kind, String text) {
        byte[] message = text.getBytes(StandardCharsets.UTF_8);
        try {
            CdpEnvelope envelope = CdpEnvelope.read(message, 0, message.length);
            return CommandFilter.decide(envelope, kind, VIEW, message.length, () -> message);
        } catch (MalformedCommand e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    static JsonNode reply(Verdict verdict) {
        assertThat(verdict).isInstanceOf(Verdict.Reply.class);
        return json(((Verdict.Reply) verdict).message());
    }

    /** What a refused client reads: code, blank, words. */
    static String error(Verdict verdict) {
        JsonNode error = reply(verdict).path("error");
        return error.path("code").asText() + " " + error.path("message").asText();
    }

    static JsonNode rewritten(Verdict verdict) {
        assertThat(verdict).isInstanceOf(Verdict.Rewritten.class);
        return json(((Verdict.Rewritten) verdict).message());
    }

    static void assertForwarded(Verdict verdict, Verdict.Note note) {
        assertThat(verdict).isEqualTo(new Verdict.Forward(note));
    }

    static JsonNode json(byte[] message) {
        try {
            return CdpJson.MAPPER.readTree(message);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode json(String text) {
        return json(text.getBytes(StandardCharsets.UTF_8));
    }
}
