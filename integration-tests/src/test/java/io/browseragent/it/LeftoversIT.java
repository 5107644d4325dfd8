package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the service knows of its tabs when it starts after a crash, and what it does not believe. */
class LeftoversIT {
    private TestBrowser browser;
    private TestService service;
    private CdpClient human;

    @BeforeEach
    void start() {
        browser = TestBrowser.headless();
        service = TestService.start(browser, Map.of());
        human = CdpClient.connect(browser.port());
    }

    @AfterEach
    void stop() {
        human.close();
        service.close();
        browser.close();
    }

    @Test
    void tabsOfAllKindsOfClientsAreClosedAfterACrashAndTheHumansStay() {
        CdpClient client = CdpClient.connect(service.proxyPort());
        String first = client.pages().iterator().next();
        String created = client.create("about:blank");
        String overHttp = CdpClient.http(service.proxyPort(), "PUT", "/json/new?about:blank")
                .get("id")
                .asText();
        String session = client.attach(created);
        client.socket()
                .send(session, "Runtime.evaluate", "expression", "void open('about:blank#popup')", "userGesture", true);
        String popup = human.awaitTarget("page", "#popup");
        String humans = browser.openTab("about:blank");
        List<String> left = List.of(first, created, overHttp, popup);
        await("all to be noted")
                .untilAsserted(() -> assertThat(Files.readString(journal())).contains(left));

        service.kill();
        assertThat(human.pages()).containsAll(left).contains(humans);
        service.restart();

        await("the leftovers to be closed")
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(human.pages()).hasSize(2).contains(humans));
    }

    /** Whoever was told of a tab finds it noted, however busy the disk is. */
    @RepeatedTest(3)
    void aTabThatWasAnsweredIsNotedAlsoInTheMidstOfMany() {
        Set<String> before = human.pages();
        CdpClient client = CdpClient.connect(service.proxyPort());
        for (int i = 0; i < 20; i++) {
            client.socket().send(null, "Target.createTarget", "url", "about:blank");
        }
        await("some to be answered").until(() -> created(client).size() >= 5);

        service.kill();
        Set<String> told = created(client);
        service.restart();

        CdpClient.connect(service.proxyPort()).call("Browser.getVersion");
        await("all that were told of to be closed")
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(human.pages()).doesNotContainAnyElementsOf(told));
        assertThat(human.pages()).containsAll(before);
    }

    private static Set<String> created(CdpClient client) {
        return client.socket().received().stream()
                .map(message -> message.at("/result/targetId").asText())
                .filter(id -> !id.isEmpty())
                .collect(Collectors.toSet());
    }

    @Test
    void whatIsNotedOfAnEarlierBrowserMeansNothingToALaterOne() {
        CdpClient client = CdpClient.connect(service.proxyPort());
        String tab = client.create("about:blank");
        await("it to be noted").until(() -> Files.readString(journal()).contains(tab));
        service.kill();
        human.close();
        browser.restart();
        human = CdpClient.connect(browser.port());
        browser.openTab("about:blank");
        Set<String> before = human.pages();

        service.restart();

        assertAClientComesAndGoesAndLeaves(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"tabs\":[{}, 7, null]}", "\0\0\0\0"})
    void notesThatMakeNoSenseDoNoHarm(String garbage) throws IOException {
        service.kill();
        Files.write(journal(), garbage.getBytes(StandardCharsets.UTF_8));
        Set<String> before = human.pages();

        service.restart();

        assertAClientComesAndGoesAndLeaves(before);
        await("it to be noted as ever")
                .untilAsserted(() -> assertThat(Files.readString(journal())).isNotEqualTo(garbage));
    }

    private void assertAClientComesAndGoesAndLeaves(Set<String> pages) {
        try (CdpClient client = CdpClient.connect(service.proxyPort())) {
            String tab = client.create("about:blank");
            assertThat(client.evaluate(client.attach(tab), "6 * 7").asInt()).isEqualTo(42);
        }
        await("its tab to be closed")
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(human.pages()).isEqualTo(pages));
    }

    private Path journal() {
        return service.home().resolve("owned-tabs.json");
    }
}
