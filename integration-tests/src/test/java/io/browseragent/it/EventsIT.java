package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A listener of {@code /events} hears of tabs and of the browser, each kind counted without a gap. */
class EventsIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    @AutoClose
    private static TestBrowser browser;

    @AutoClose
    private static TestService service;

    @BeforeAll
    static void start() {
        browser = TestBrowser.headless();
        service = TestService.start(browser);
    }

    @Test
    void tabsAndTheBrowserAreToldWithNumbersWithoutAGap() throws IOException {
        try (CdpSocket events = listen();
                CdpSocket second = listen()) {
            JsonNode tab = openOverHttp();
            String id = tab.get("id").asText();
            JsonNode opened = await(events, "tab_opened", id);
            assertThat(opened.get("owner").asText()).startsWith("pool:");
            assertThat(Instant.parse(opened.get("at").asText()))
                    .isBefore(Instant.now().plusSeconds(1));

            String created;
            try (CdpSocket client =
                    CdpSocket.connect(JSON.readTree(RawSocket.http(service.proxyPort(), "GET", "/json/version")
                                    .body())
                            .get("webSocketDebuggerUrl")
                            .asText())) {
                created = client.call("Target.createTarget", "url", "about:blank")
                        .get("targetId")
                        .asText();
                JsonNode clients = await(events, "tab_opened", created);
                assertThat(clients.get("owner").asText())
                        .isNotEqualTo(opened.get("owner").asText());
            }
            assertThat(await(events, "tab_closed", created).get("url").asText()).isEqualTo("about:blank");

            RawSocket.http(service.proxyPort(), "GET", "/json/close/" + id);
            await(events, "tab_closed", id);

            browser.kill();
            awaitLink(events, "no_browser");
            browser.restart();
            assertThat(awaitLink(events, "connected").get("product").asText()).startsWith("Chrome/");

            awaitLink(second, "connected");
            for (String type : List.of("tab_opened", "tab_closed", "browser_link_changed")) {
                List<Long> numbers = numbers(events, type);
                assertThat(numbers)
                        .as(type)
                        .hasSizeGreaterThanOrEqualTo(2)
                        .isEqualTo(LongStream.range(numbers.get(0), numbers.get(0) + numbers.size())
                                .boxed()
                                .toList());
                assertThat(numbers(second, type)).startsWith(numbers.toArray(Long[]::new));
            }
        }
    }

    private static CdpSocket listen() {
        return CdpSocket.connect(service.restUrl().replace("http", "ws") + "/events");
    }

    private static JsonNode openOverHttp() throws IOException {
        return JSON.readTree(
                RawSocket.http(service.proxyPort(), "PUT", "/json/new").body());
    }

    private static JsonNode await(CdpSocket events, String type, String target) {
        return events.awaitMessage(
                type + " of " + target,
                event -> event.path("type").asText().equals(type)
                        && event.path("target_id").asText().equals(target));
    }

    private static JsonNode awaitLink(CdpSocket events, String state) {
        return events.awaitMessage(
                "the link to be " + state,
                event -> event.path("type").asText().equals("browser_link_changed")
                        && event.path("state").asText().equals(state));
    }

    private static List<Long> numbers(CdpSocket events, String type) {
        return events.received().stream()
                .filter(event -> event.path("type").asText().equals(type))
                .map(event -> event.get("seq").asLong())
                .toList();
    }
}
