package io.browseragent.proxy.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.browseragent.core.cdp.CdpEnvelope;
import io.browseragent.core.cdp.CdpJson;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandFilterTest {

    static Stream<CommandPolicy> lines() {
        return CommandPolicies.LINES.stream();
    }

    @ParameterizedTest
    @MethodSource("lines")
    void everyLineHoldsWithAndWithoutSession(CommandPolicy line) throws Exception {
        for (Optional<String> session :
                Stream.of(Optional.<String>empty(), Optional.of("S1")).toList()) {
            Verdict verdict = decide(line.method(), session, "{\"url\":\"about:blank\"}");

            switch (line.disposition()) {
                case PASS -> assertThat(verdict).isEqualTo(new Verdict.Forward());
                case DRAW -> assertThat(verdict).isEqualTo(new Verdict.ForwardDrawn(session));
                case REWRITE -> assertThat(verdict).isInstanceOf(Verdict.OpenTab.class);
                case SWALLOW ->
                    assertThat(reply(verdict, session, false).path("result")).isEmpty();
                case REFUSE ->
                    assertThat(reply(verdict, session, false)
                                    .at("/error/message")
                                    .asText())
                            .isEqualTo("Not allowed");
                case END_CLIENT ->
                    assertThat(reply(verdict, session, true).path("result")).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Page.navigate", "page.bringToFront", "Page.bringToFront ", "Target.setAutoAttach", ""})
    void whatIsNotListedIsForwarded(String method) throws Exception {
        assertThat(decide(method, Optional.empty(), "{}")).isEqualTo(new Verdict.Forward());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"url":"https://a.example/"}                                  | {"url":"https://a.example/","background":true}
            {"url":"","background":false}                                 | {"url":"","background":true}
            {"url":"","newWindow":true,"focus":true,"browserContextId":"C"} | {"url":"","browserContextId":"C","background":true}
            {"url":"","left":1,"top":1,"width":2,"height":2,"windowState":"maximized"} | {"url":"","background":true}
            {"url":"","enableBeginFrameControl":true,"hidden":true,"forTab":false} | {"url":"","forTab":false,"background":true}
            """)
    void aTabIsOpenedInTheBackground(String params, String expected) throws Exception {
        Verdict verdict = decide("Target.createTarget", Optional.of("S1"), params);

        assertThat(verdict).isInstanceOf(Verdict.OpenTab.class);
        Verdict.OpenTab open = (Verdict.OpenTab) verdict;
        assertThat(open.id()).isEqualTo(7);
        JsonNode message = CdpJson.MAPPER.readTree(open.message());
        assertThat(message.path("params")).isEqualTo(CdpJson.MAPPER.readTree(expected));
        assertThat(message.path("sessionId").asText()).isEqualTo("S1");
    }

    @Test
    void aTabWithARefusedAddressIsNotOpened() throws Exception {
        JsonNode reply = reply(
                decide("Target.createTarget", Optional.of("S1"), "{\"url\":\"chrome://settings\"}"),
                Optional.of("S1"),
                false);

        assertThat(reply.at("/error/message").asText()).endsWith("not chrome://settings");
    }

    @Test
    void withoutParamsChromeHasTheRightWords() {
        CdpEnvelope command = new CdpEnvelope(7, "Target.createTarget", Optional.empty());

        assertThat(CommandFilter.decide(command, 8, () -> "{\"id\":7}".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new Verdict.Forward());
    }

    private static Verdict decide(String method, Optional<String> session, String params) throws Exception {
        byte[] message = ("{\"id\":7,\"method\":\"" + method + "\",\"params\":" + params
                        + session.map(id -> ",\"sessionId\":\"" + id + "\"").orElse("") + "}")
                .getBytes(StandardCharsets.UTF_8);
        return CommandFilter.decide(CdpEnvelope.read(message, 0, message.length), message.length, () -> message);
    }

    private static JsonNode reply(Verdict verdict, Optional<String> session, boolean thenEnd) throws Exception {
        assertThat(verdict).isInstanceOf(Verdict.Reply.class);
        Verdict.Reply reply = (Verdict.Reply) verdict;
        assertThat(reply.thenEnd()).isEqualTo(thenEnd);
        JsonNode message = CdpJson.MAPPER.readTree(reply.message());
        assertThat(message.path("id").asInt()).isEqualTo(7);
        assertThat(Optional.ofNullable(message.get("sessionId")).map(JsonNode::asText))
                .isEqualTo(session);
        return message;
    }
}
