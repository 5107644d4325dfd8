package io.browseragent.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.browseragent.core.bus.LinkState;
import io.browseragent.proxy.browser.BrowserInfo;
import io.browseragent.proxy.browser.LinkStatus;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JsonPagesTest {

    private final JsonPages pages = new JsonPages("localhost:9222", "?token=x");

    @Test
    void theVersionHasChromesFieldsOrderAndLayout() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("Browser", "Chrome/156.0.8078.114");
        fields.put("Protocol-Version", "1.3");
        fields.put("User-Agent", "Mozilla/5.0");
        BrowserInfo browser =
                new BrowserInfo("127.0.0.1", 9223, "/devtools/browser/real", OptionalLong.empty(), fields);

        assertThat(pages.version(
                        new LinkStatus(LinkState.CONNECTED, "fine", Optional.of(browser), Instant.EPOCH), "ours"))
                .isEqualTo("""
                        {
                           "Browser": "Chrome/156.0.8078.114",
                           "Protocol-Version": "1.3",
                           "User-Agent": "Mozilla/5.0",
                           "webSocketDebuggerUrl": "ws://localhost:9222/devtools/browser/ours?token=x"
                        }
                        """);
    }

    @Test
    void withoutBrowserTheVersionSaysWhy() {
        assertThat(pages.version(
                        new LinkStatus(LinkState.NO_BROWSER, "nobody there", Optional.empty(), Instant.EPOCH), "ours"))
                .contains("\"Browser\": \"none\"", "\"Browser-Agent-Status\": \"nobody there\"");
    }

    @Test
    void anEmptyListIsWrittenAsChromeDoes() {
        assertThat(pages.list(List.of(), Optional.empty())).isEqualTo("[]\n");
    }
}
