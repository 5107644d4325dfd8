package io.browseragent.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.browseragent.core.testing.FakeBrowser;
import io.browseragent.core.testing.RawClient;
import io.browseragent.proxy.guard.Guard;
import io.browseragent.proxy.policy.AgentUrls;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class FrontDoorTest {

    private final FakeBrowser browser = FakeBrowser.start();
    private final Rig rig = Rig.before(browser);

    @AfterEach
    void close() {
        rig.close();
        browser.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/json/version", "/json/new?about:blank", "/nowhere", "/devtools/browser/x"})
    void aWebPageIsRefusedBeforeAnythingElse(String path) throws Exception {
        for (String header : new String[] {"Origin: http://evil.test", "Sec-Fetch-Site: cross-site"}) {
            try (RawClient plain = RawClient.plain(
                            rig.port,
                            "PUT " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + rig.port + "\r\n" + header + "\r\n\r\n");
                    RawClient upgrade = RawClient.open(rig.port, path, header)) {
                assertThat(plain.status()).isEqualTo(403);
                assertThat(upgrade.status()).isEqualTo(403);
            }
        }
        assertThat(rig.tabs.owned().all()).isEmpty();
        assertThat(rig.door.clients()).isZero();
    }

    @Test
    void anotherHostIsRefused() throws Exception {
        try (RawClient rebound = RawClient.plain(rig.port, "GET /json HTTP/1.1\r\nHost: evil.test\r\n\r\n")) {
            assertThat(rebound.status()).isEqualTo(403);
        }
    }

    @Test
    void aTakenPortIsNamedWithItsSetting() {
        FrontDoor second = new FrontDoor(
                rig.loop,
                new FrontDoorSettings(browser.port(), Rig.LIMIT, Rig.LIMIT, Duration.ofSeconds(20)),
                new Guard(Guard.Pages.NONE, Set.of()),
                new AgentUrls(Set.of()),
                rig.link,
                rig.tabs);

        assertThatThrownBy(() -> Rig.result(second.open()))
                .hasMessageContaining("port " + browser.port() + " is in use")
                .hasMessageContaining("BROKER_PROXY_PORT");
    }

    @Test
    void http2IsNotSpoken() throws Exception {
        try (RawClient prior = RawClient.plain(rig.port, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")) {
            assertThat(prior.status()).isEqualTo(501);
        }
    }
}
