package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Creating, attaching and closing, many at a time: nothing is lost, nothing is left. REPORTS 51, 53. */
class RacesIT extends SharedBrowser {

    @Test
    void fiveHundredTabsFromEightClientsAreAttachedAndClosed() {
        List<CompletableFuture<Void>> clients = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            clients.add(CompletableFuture.runAsync(() -> {
                try (CdpClient client = client()) {
                    for (int n = 0; n < 63; n++) {
                        String tab = client.create("about:blank");
                        String session = client.attach(tab);
                        assertThat(client.evaluate(session, "6 * 7").asInt()).isEqualTo(42);
                        client.close(tab);
                    }
                }
            }));
        }
        for (CompletableFuture<Void> client : clients) {
            assertThat(client).succeedsWithin(Duration.ofSeconds(120));
        }
        awaitOnlyTheHumans();
    }

    @Test
    void twoHundredPopupsThatCloseAtOnceLeaveNothing() {
        try (CdpClient client = client()) {
            String tab = client.create(host("a", "/blank"));
            client.autoAttach(true, true);
            String session = client.attach(tab);
            client.awaitTitle(session, "Blank");
            for (int i = 0; i < 200; i++) {
                assertThat(client.evaluate(session, "(w => { w.close(); return !!w })(window.open('/blank'))")
                                .asBoolean())
                        .isTrue();
            }
            await("the popups to be gone")
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(client.pages()).containsExactly(tab));
            assertThat(client.evaluate(session, "1").asInt()).isEqualTo(1);
        }
        awaitOnlyTheHumans();
        human.call("Target.activateTarget", "targetId", humansTab);
    }

    @Test
    void aThousandAttachmentsByFourClientsComeAndGo() {
        List<CompletableFuture<Void>> clients = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            clients.add(CompletableFuture.runAsync(() -> {
                try (CdpClient client = client()) {
                    client.discover(true);
                    String tab = client.create("about:blank");
                    for (int n = 0; n < 250; n++) {
                        String session = client.attach(tab);
                        client.call("Target.detachFromTarget", "sessionId", session);
                    }
                    assertThat(client.socket().events("Target.detachedFromTarget"))
                            .hasSize(250);
                    assertThat(client.ids()).contains(tab);
                }
            }));
        }
        for (CompletableFuture<Void> client : clients) {
            assertThat(client).succeedsWithin(Duration.ofSeconds(60));
        }
        awaitOnlyTheHumans();
    }

    @Test
    void aClientThatDiesBeforeItsTabIsThereLeavesNone() {
        for (int i = 0; i < 20; i++) {
            CdpSocket socket = CdpSocket.connect(CdpClient.get(service.proxyPort(), "/json/version")
                    .get("webSocketDebuggerUrl")
                    .asText());
            socket.send(null, "Target.createTarget", "url", host("a", "/blank"));
            socket.abort();
        }
        // Later commands of the broker come after what it did for those that are gone.
        try (CdpClient later = client()) {
            assertThat(later.create("about:blank")).isNotEmpty();
        }
        awaitOnlyTheHumans();
    }

    @Test
    void aTabThatVanishesWhileItIsAttachedHarmsNobody() {
        try (CdpClient client = client()) {
            client.autoAttach(true, false);
            List<Integer> calls = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String tab = client.create("about:blank");
                calls.add(client.socket().send(null, "Target.closeTarget", "targetId", tab));
                calls.add(client.socket().send(null, "Target.attachToTarget", "targetId", tab, "flatten", true));
                human.socket().send(null, "Target.closeTarget", "targetId", tab);
            }
            for (int call : calls) {
                JsonNode reply = client.socket().awaitReply(call, "a call on a tab that goes");
                assertThat(reply.has("result")
                                || reply.at("/error/message").asText().startsWith("No target"))
                        .as(reply.toString())
                        .isTrue();
            }
            assertThat(client.create("about:blank")).isNotEmpty();
        }
        awaitOnlyTheHumans();
    }

    private static void awaitOnlyTheHumans() {
        await("all tabs but the human's to close")
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(100))
                .untilAsserted(() -> assertThat(human.pages())
                        .as("the browser's first tab, and the one in front")
                        .hasSize(2)
                        .contains(humansTab));
    }
}
