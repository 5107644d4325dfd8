package io.browseragent.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.browseragent.core.cdp.CdpJson;
import io.browseragent.core.testing.FakeBrowser;
import io.browseragent.core.testing.FakeCall;
import io.browseragent.core.testing.RawClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a client is told of targets, and in which order; the browser is a fake one. */
class IsolationTest {

    private final FakeBrowser browser = FakeBrowser.start();
    private final Rig rig = Rig.before(browser);
    private int lastId;

    @BeforeEach
    void letPagesStart() {
        browser.reply("Runtime.runIfWaitingForDebugger", "{}");
        browser.reply("Page.navigate", "{}");
    }

    @AfterEach
    void close() {
        rig.close();
        browser.close();
    }

    @Test
    void aClientThatLooksGetsATabWithinTheReplyAndOnlyOnce() throws Exception {
        try (RawClient client = rig.client()) {
            List<JsonNode> looked = call(client, "Target.setDiscoverTargets", "{\"discover\":true}");
            assertThat(methods(looked)).containsExactly("Target.targetCreated", "reply");
            assertThat(looked.get(0).at("/params/targetInfo/url").asText()).isEqualTo("about:blank");

            JsonNode targets = last(call(client, "Target.getTargets", "{}")).at("/result/targetInfos");
            assertThat(targets).hasSize(1);
            assertThat(targets.get(0).path("targetId")).isEqualTo(looked.get(0).at("/params/targetInfo/targetId"));
            assertThat(browser.tabs()).as("and the human's").hasSize(2);
        }
    }

    @Test
    void whoBeginsWithATabOfHisOwnGetsNoOther() throws Exception {
        try (RawClient client = rig.client()) {
            String own = create(client, "{\"url\":\"about:blank\"}");

            assertThat(ids(last(call(client, "Target.getTargets", "{}")))).containsExactly(own);
        }
    }

    @Test
    void aNewTabIsAttachedBeforeItsReplyAndStartsWhenItIsLetRun() throws Exception {
        try (RawClient client = rig.client()) {
            create(client, "{\"url\":\"about:blank\"}");
            call(client, "Target.setDiscoverTargets", "{\"discover\":true}");
            List<JsonNode> enabled = call(
                    client,
                    "Target.setAutoAttach",
                    "{\"autoAttach\":true,\"waitForDebuggerOnStart\":true,\"flatten\":true}");
            JsonNode present = event(enabled, "Target.attachedToTarget");
            assertThat(present.at("/params/waitingForDebugger").asBoolean())
                    .as("was there")
                    .isFalse();

            List<JsonNode> created = call(client, "Target.createTarget", "{\"url\":\"https://a.example/\"}");

            assertThat(methods(created))
                    .containsSubsequence("Target.targetCreated", "Target.attachedToTarget", "reply");
            JsonNode attached = event(created, "Target.attachedToTarget");
            assertThat(attached.at("/params/waitingForDebugger").asBoolean()).isTrue();
            assertThat(browser.calls("Page.navigate")).isEmpty();
            String session = attached.at("/params/sessionId").asText();

            client.send(
                    "{\"id\":900,\"method\":\"Runtime.runIfWaitingForDebugger\",\"sessionId\":\"" + session + "\"}");

            FakeCall navigate = browser.awaitCall("Page.navigate");
            assertThat(navigate.param("url")).isEqualTo("https://a.example/");
            assertThat(navigate.socket()).as("the broker's own").isNotSameAs(Rig.upstream(browser));
        }
    }

    @Test
    void aClientThatWaitsForNothingGetsItsTabAtItsAddress() throws Exception {
        try (RawClient client = rig.client()) {
            create(client, "{\"url\":\"https://a.example/\"}");

            assertThat(browser.calls("Target.createTarget").get(0).param("url")).isEqualTo("https://a.example/");
        }
    }

    @Test
    void whoWantsATabTargetGetsItsId() throws Exception {
        try (RawClient client = rig.client()) {
            String tab = create(client, "{\"url\":\"about:blank\",\"forTab\":true}");

            JsonNode targets = last(call(client, "Target.getTargets", "{\"filter\":[{\"type\":\"tab\"}]}"));
            assertThat(ids(targets)).containsExactly(tab);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Target.attachToTarget     | "flatten":true,  | -32602 | No target with given id found
            Target.attachToTarget     |                  | -32602 | No target with given id found
            Target.getTargetInfo      |                  | -32602 | No target with given id found
            Target.closeTarget        |                  | -32602 | No target with given id found
            Target.activateTarget     |                  | -32602 | No target with given id found
            Target.getDevToolsTarget  |                  | -32602 | No target with given id found
            Target.autoAttachRelated  | "waitForDebuggerOnStart":false, | -32602 | No target with given id found
            Browser.getWindowForTarget |                 | -32000 | No target with given id
            """)
    void aForeignTabIsAnsweredAsOneThatDoesNotExist(String method, String more, int code, String words)
            throws Exception {
        try (RawClient other = rig.client();
                RawClient client = rig.client()) {
            String humans = browser.tabs().get(0);
            List<String> foreign =
                    List.of(create(other, "{\"url\":\"about:blank\"}"), humans, browser.tabOf(humans), "NOPE", "");
            for (String target : foreign) {
                JsonNode reply = last(
                        call(client, method, "{" + (more == null ? "" : more) + "\"targetId\":\"" + target + "\"}"));

                assertThat(reply.at("/error/code").asInt()).as(target).isEqualTo(code);
                assertThat(reply.at("/error/message").asText()).isEqualTo(words);
            }
            assertThat(browser.calls(method).stream().filter(call -> call.socket() == Rig.upstream(browser)))
                    .isEmpty();
        }
    }

    @Test
    void twoClientsNeverHearOfEachOther() throws Exception {
        try (RawClient a = rig.client();
                RawClient b = rig.client()) {
            call(a, "Target.setDiscoverTargets", "{\"discover\":true,\"filter\":[{}]}");
            call(b, "Target.setDiscoverTargets", "{\"discover\":true,\"filter\":[{}]}");
            String own = create(a, "{\"url\":\"https://a.example/\"}");
            browser.openTab("https://human.example/");
            browser.changeTab(own, "https://a.example/2", "two");
            last(call(a, "Target.closeTarget", "{\"targetId\":\"" + own + "\"}"));
            await().until(() -> !browser.tabs().contains(own));

            List<JsonNode> seen = call(b, "Target.getTargets", "{\"filter\":[{}]}");

            assertThat(seen).noneMatch(message -> message.toString().contains(own));
            assertThat(seen).noneMatch(message -> message.toString().contains("human.example"));
            assertThat(ids(last(seen))).hasSize(2);
        }
    }

    @Test
    void aSessionThatIsNotFlatIsEmulatedAndJudgedInside() throws Exception {
        try (RawClient client = rig.client()) {
            String own = create(client, "{\"url\":\"about:blank\"}");
            List<JsonNode> attached =
                    call(client, "Target.attachToTarget", "{\"targetId\":\"" + own + "\",\"flatten\":false}");
            String session = last(attached).at("/result/sessionId").asText();
            assertThat(event(attached, "Target.attachedToTarget")
                            .at("/params/sessionId")
                            .asText())
                    .isEqualTo(session);

            assertThat(inside(
                                    client,
                                    session,
                                    "{\"id\":1,\"method\":\"Runtime.evaluate\",\"params\":{\"expression\":\"x\"}}")
                            .at("/result/result/value")
                            .asText())
                    .isEqualTo("x");
            JsonNode targets = inside(client, session, "{\"id\":2,\"method\":\"Target.getTargets\"}");
            assertThat(ids(targets)).containsExactly(own);
            assertThat(targets.has("sessionId")).isFalse();
            assertThat(inside(client, session, "{\"id\":3,\"method\":\"Browser.crash\"}")
                            .at("/error/message")
                            .asText())
                    .isEqualTo("Not allowed");
            assertThat(inside(client, session, "no JSON").at("/error/code").asInt())
                    .isEqualTo(-32700);
            JsonNode flat = last(call(client, "Runtime.evaluate", "{}", session));
            assertThat(flat.at("/error/message").asText()).isEqualTo("Session with given id not found.");
        }
    }

    @Test
    void anUnknownSessionIsAnsweredWithoutIt() throws Exception {
        try (RawClient client = rig.client()) {
            JsonNode reply = last(call(client, "Runtime.evaluate", "{}", "NOPE"));

            assertThat(reply.at("/error/code").asInt()).isEqualTo(-32001);
            assertThat(reply.has("sessionId")).isFalse();
        }
    }

    @Test
    void theBrokersIdsAreNotTheClients() throws Exception {
        try (RawClient client = rig.client()) {
            client.send("{\"id\":-2000000000,\"method\":\"Browser.getVersion\"}");
            assertThat(client.message()).contains("-32600", "count from 1");
            client.send("{\"id\":-1999999999,\"method\":\"Browser.getVersion\"}");
            assertThat(client.message()).contains("product");
        }
    }

    @Test
    void contextsAreTheClientsOwn() throws Exception {
        try (RawClient other = rig.client();
                RawClient client = rig.client()) {
            String foreign = context(other);
            String context = context(client);
            String inIt = create(client, "{\"url\":\"about:blank\",\"browserContextId\":\"" + context + "\"}");
            JsonNode info = last(call(client, "Target.getTargetInfo", "{\"targetId\":\"" + inIt + "\"}"));
            assertThat(info.at("/result/targetInfo/browserContextId").asText()).isEqualTo(context);
            assertThat(last(call(client, "Target.getBrowserContexts", "{}")).at("/result/browserContextIds"))
                    .hasSize(1);
            assertThat(last(call(
                                    client,
                                    "Target.createTarget",
                                    "{\"url\":\"about:blank\",\"browserContextId\":\"" + foreign + "\"}"))
                            .at("/error/message")
                            .asText())
                    .isEqualTo("Failed to find browser context with id " + foreign);
            assertThat(last(call(client, "Target.disposeBrowserContext", "{\"browserContextId\":\"" + foreign + "\"}"))
                            .at("/error/message")
                            .asText())
                    .isEqualTo("Failed to find context with id " + foreign);

            call(client, "Target.disposeBrowserContext", "{\"browserContextId\":\"" + context + "\"}");

            await().until(() -> !browser.tabs().contains(inIt));
        }
    }

    @Test
    void aTabThatCannotBeOpenedLeavesTheOthersInOrder() throws Exception {
        browser.on("Target.createTarget", call -> call.fail(-32000, "no"));
        try (RawClient client = rig.client()) {
            JsonNode refused = last(call(client, "Target.createTarget", "{\"url\":\"about:blank\"}"));
            assertThat(refused.at("/error/message").asText()).contains("no");
            assertThat(last(call(client, "Target.createTarget", "{}"))
                            .at("/error/code")
                            .asInt())
                    .isEqualTo(-32602);
            assertThat(last(call(client, "Target.getBrowserContexts", "{}")).has("result"))
                    .isTrue();
        }
    }

    private JsonNode inside(RawClient client, String session, String message) throws IOException {
        String text = CdpJson.MAPPER.writeValueAsString(message);
        List<JsonNode> heard = new ArrayList<>(call(
                client, "Target.sendMessageToTarget", "{\"sessionId\":\"" + session + "\",\"message\":" + text + "}"));
        while (heard.stream().noneMatch(m -> m.path("method").asText().equals("Target.receivedMessageFromTarget"))) {
            heard.add(CdpJson.MAPPER.readTree(client.message()));
        }
        JsonNode received = event(heard, "Target.receivedMessageFromTarget");
        assertThat(received.at("/params/sessionId").asText()).isEqualTo(session);
        return CdpJson.MAPPER.readTree(received.at("/params/message").asText());
    }

    private String context(RawClient client) throws IOException {
        return last(call(client, "Target.createBrowserContext", "{}"))
                .at("/result/browserContextId")
                .asText();
    }

    private String create(RawClient client, String params) throws IOException {
        return last(call(client, "Target.createTarget", params))
                .at("/result/targetId")
                .asText();
    }

    private List<JsonNode> call(RawClient client, String method, String params) throws IOException {
        return call(client, method, params, null);
    }

    /** All that came until the reply, which is the last. */
    private List<JsonNode> call(RawClient client, String method, String params, String session) throws IOException {
        int id = ++lastId;
        client.send("{\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params
                + (session == null ? "" : ",\"sessionId\":\"" + session + "\"") + "}");
        List<JsonNode> heard = new ArrayList<>();
        do {
            heard.add(CdpJson.MAPPER.readTree(client.message()));
        } while (last(heard).path("id").asInt() != id);
        return heard;
    }

    private static JsonNode last(List<JsonNode> heard) {
        return heard.get(heard.size() - 1);
    }

    private static JsonNode event(List<JsonNode> heard, String method) {
        return heard.stream()
                .filter(message -> message.path("method").asText().equals(method))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<String> methods(List<JsonNode> heard) {
        return heard.stream()
                .map(message ->
                        message.has("id") ? "reply" : message.path("method").asText());
    }

    private static List<String> ids(JsonNode reply) {
        return reply.at("/result/targetInfos").findValuesAsText("targetId");
    }
}
