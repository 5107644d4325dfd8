package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A context is the client's own list of tabs in the human's browser; those of others do not exist. */
class VirtualContextsIT extends SharedBrowser {
    @AutoClose
    private final CdpClient client = client();

    @AutoClose
    private final CdpClient other = client();

    private String own;
    private String others;
    private String humans;

    @BeforeEach
    void createThem() {
        own = create(client);
        others = create(other);
        humans = create(human);
    }

    @Test
    void eachSeesItsOwnAndTheDefault() {
        JsonNode seen = client.call("Target.getBrowserContexts");
        assertThat(seen.get("browserContextIds")).hasSize(1);
        assertThat(seen.at("/browserContextIds/0").asText()).isEqualTo(own);
        assertThat(seen.get("defaultBrowserContextId"))
                .isEqualTo(human.call("Target.getBrowserContexts").get("defaultBrowserContextId"));
        dispose();
    }

    /** Chrome's words differ from command to command. */
    @ParameterizedTest
    @CsvSource({
        "Target.createTarget, -32000, Failed to find browser context with id ",
        "Target.disposeBrowserContext, -32000, Failed to find context with id ",
        "Storage.getCookies, -32602, Failed to find browser context for id ",
        "Browser.setDownloadBehavior, -32602, Failed to find browser context for id "
    })
    void thoseOfOthersDoNotExistInChromesOwnWords(String method, int code, String words) {
        for (String context : List.of(others, humans, "0123456789ABCDEF0123456789ABCDEF")) {
            JsonNode reply = client.socket()
                    .awaitReply(
                            client.socket()
                                    .send(
                                            null,
                                            method,
                                            "browserContextId",
                                            context,
                                            "url",
                                            "about:blank",
                                            "behavior",
                                            "default"),
                            method);
            assertThat(reply.at("/error/code").asInt()).as(reply.toString()).isEqualTo(code);
            assertThat(reply.at("/error/message").asText()).isEqualTo(words + " " + context);
        }
        assertThat(other.call("Target.getBrowserContexts").toString()).contains(others);
        assertThat(human.call("Target.getBrowserContexts").toString()).contains(humans);
        dispose();
    }

    @Test
    void itsTabsNameItEverywhereAndCloseWithItAlone() {
        client.discover(true);
        client.autoAttach(true, false);
        String kept = client.create("about:blank");
        String tab = createIn(client, own);
        assertThat(client.targets())
                .filteredOn(info -> info.path("browserContextId").asText().equals(own))
                .extracting(info -> info.get("type").asText())
                .containsExactlyInAnyOrder("page", "tab");
        for (String event : List.of("Target.targetCreated", "Target.attachedToTarget")) {
            JsonNode told = client.socket()
                    .awaitEvent(
                            event,
                            params -> params.at("/targetInfo/targetId").asText().equals(tab));
            assertThat(told.at("/params/targetInfo/browserContextId").asText())
                    .as(event)
                    .isEqualTo(own);
        }
        assertThat(human.call("Target.getTargetInfo", "targetId", tab)
                        .at("/targetInfo/browserContextId")
                        .asText())
                .as("really")
                .isEqualTo(human.call("Target.getBrowserContexts")
                        .get("defaultBrowserContextId")
                        .asText());

        client.call("Target.disposeBrowserContext", "browserContextId", own);

        client.socket()
                .awaitEvent(
                        "Target.targetDestroyed",
                        params -> params.path("targetId").asText().equals(tab));
        human.awaitGone(tab);
        assertThat(human.ids()).contains(kept, humansTab);
        assertThatThrownBy(() -> createIn(client, own)).hasMessageContaining("Failed to find browser context with id");
        human.call("Target.disposeBrowserContext", "browserContextId", humans);
    }

    @Test
    void aPopupIsOfItsOpenersContext() {
        client.discover(true);
        String tab = createIn(client, own);
        String session = client.attach(tab);
        client.socket()
                .send(session, "Runtime.evaluate", "expression", "void open('about:blank')", "userGesture", true);
        JsonNode popup = client.socket()
                .awaitEvent(
                        "Target.targetCreated",
                        params -> params.at("/targetInfo/type").asText().equals("page")
                                && params.at("/targetInfo/openerId").asText().equals(tab));
        assertThat(popup.at("/params/targetInfo/browserContextId").asText()).isEqualTo(own);
        client.call("Target.disposeBrowserContext", "browserContextId", own);
        human.awaitGone(popup.at("/params/targetInfo/targetId").asText());
        human.call("Target.disposeBrowserContext", "browserContextId", humans);
        bringTheHumansTabBack();
    }

    private void dispose() {
        human.call("Target.disposeBrowserContext", "browserContextId", humans);
        assertTheHumanIsUndisturbed();
    }

    private static String create(CdpClient owner) {
        return owner.call("Target.createBrowserContext").get("browserContextId").asText();
    }

    private static String createIn(CdpClient owner, String context) {
        return owner.call("Target.createTarget", "url", "about:blank", "browserContextId", context)
                .get("targetId")
                .asText();
    }
}
