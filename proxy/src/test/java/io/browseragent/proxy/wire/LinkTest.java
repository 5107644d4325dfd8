package io.browseragent.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.browseragent.core.bus.LinkState;
import io.browseragent.core.testing.FakeBrowser;
import io.browseragent.core.testing.FakeSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LinkTest {

    @Test
    void withoutABrowserItSaysSoAndFindsOneThatAppears() {
        int port = Rig.freePort();
        try (Rig rig = Rig.beforePort(port)) {
            rig.awaitState(LinkState.NO_BROWSER);
            assertThat(version(rig)).contains("\"Browser\": \"none\"", "no browser answers on port " + port);
            try (FakeBrowser browser = FakeBrowser.start(port)) {
                rig.awaitState(LinkState.CONNECTED);
                assertThat(version(rig)).contains("Chrome/").doesNotContain("Browser-Agent-Status", browser.id());
            }
        }
    }

    @Test
    void whatSpeaksNoHttpIsToldFromNoBrowser() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread greeter = new Thread(() -> {
                try {
                    while (true) {
                        Socket socket = other.accept();
                        socket.getOutputStream().write("220 ready\r\n".getBytes());
                    }
                } catch (IOException closed) {
                    // The test is over.
                }
            });
            greeter.setDaemon(true);
            greeter.start();
            try (Rig rig = Rig.beforePort(other.getLocalPort())) {
                await().atMost(Duration.ofSeconds(8))
                        .until(() -> List.of(LinkState.NOT_A_BROWSER, LinkState.NOT_ANSWERING)
                                .contains(rig.link.status().state()));
                assertThat(version(rig)).contains("Browser-Agent-Status");
            }
        }
    }

    @Test
    void oneThatAcceptsAndNeverAnswersIsNotAnswering() {
        try (FakeBrowser browser = FakeBrowser.start()) {
            browser.silence(FakeBrowser.Silence.HTTP);
            try (Rig rig = Rig.beforePort(browser.port())) {
                rig.awaitState(LinkState.NOT_ANSWERING);
                assertThat(version(rig)).contains("does not answer");
                browser.silence();
                rig.awaitState(LinkState.CONNECTED);
            }
        }
    }

    @Test
    void oneThatStopsAnsweringAndComesBackIsFollowed() {
        try (FakeBrowser browser = FakeBrowser.start();
                Rig rig = Rig.before(browser)) {
            rig.http("PUT", "/json/new?about:blank");
            browser.silence(FakeBrowser.Silence.SOCKETS);
            await().atMost(Duration.ofSeconds(8)).until(() -> rig.link.status().state() == LinkState.NOT_ANSWERING);
            assertThat(version(rig)).contains("has stopped answering");
            browser.silence();
            await().atMost(Duration.ofSeconds(15)).until(() -> rig.link.status().connected());
            assertThat(rig.tabs.owned().all()).as("same browser").hasSize(1);
        }
    }

    @Test
    void anotherStartOfTheBrowserForgetsTheOldTabs() {
        try (FakeBrowser browser = FakeBrowser.start();
                Rig rig = Rig.before(browser)) {
            assertThat(rig.http("PUT", "/json/new?about:blank").statusCode()).isEqualTo(200);
            assertThat(rig.tabs.owned().all()).hasSize(1);

            browser.restart();

            await().until(() -> rig.tabs.owned().all().isEmpty());
            await().until(() -> rig.link.status().connected());
        }
    }

    @Test
    void waitingCallsFailWithTheirCauseWhenTheConnectionDrops() throws Exception {
        try (FakeBrowser browser = FakeBrowser.start();
                Rig rig = Rig.before(browser)) {
            browser.on("Target.createTarget", call -> {});
            var waiting = CompletableFuture.supplyAsync(() -> rig.http("PUT", "/json/new?about:blank"));
            browser.awaitCall("Target.createTarget");
            long start = System.nanoTime();

            browser.drop(FakeSocket.Drop.RST);

            HttpResponse<String> answer = waiting.get();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("was lost");
        }
    }

    @Test
    void aPopupBecomesItsOpenersOwners() {
        try (FakeBrowser browser = FakeBrowser.start();
                Rig rig = Rig.before(browser)) {
            rig.http("PUT", "/json/new?about:blank");
            var opener = rig.tabs.owned().all().iterator().next();

            Rig.upstream(browser)
                    .event(
                            "Target.targetCreated",
                            "{\"targetInfo\":{\"targetId\":\"POPUP\",\"type\":\"page\",\"title\":\"\",\"url\":\"\","
                                    + "\"openerId\":\"" + opener.id() + "\"}}");

            // The claim checks that events come on the state loop.
            await().until(() -> rig.tabs.owned().of(opener.owner()).size() == 2);
        }
    }

    private static String version(Rig rig) {
        rig.http("GET", "/json/version");
        long start = System.nanoTime();
        String body = rig.http("GET", "/json/version").body();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(200));
        return body;
    }
}
