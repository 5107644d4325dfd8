package io.browseragent.proxy.wire;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.cdp.CdpJson;
import io.browseragent.proxy.browser.BrowserInfo;
import io.browseragent.proxy.browser.LinkStatus;
import io.browseragent.proxy.ownership.OwnedTab;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The bodies of {@code /json…}, with Chrome's fields, order and layout. Pure.
 *
 * @param host authority that clients dial, as they wrote it
 * @param query what the request carried behind its path, with the question mark; kept in every websocket address, so
 *     that a token in it reaches the websocket too
 */
record JsonPages(String host, String query) {

    private static final String FRONTEND = "https://chrome-devtools-frontend.appspot.com/serve_rev/";
    private static final ObjectWriter CHROME_LAYOUT = CdpJson.MAPPER.writer(new DefaultPrettyPrinter()
            .withSeparators(Separators.createDefaultInstance()
                    .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                    .withObjectEmptySeparator("")
                    .withArrayEmptySeparator(""))
            .withObjectIndenter(new DefaultIndenter("   ", "\n")));

    /** While no browser is connected the answer says so in one more field. */
    String version(LinkStatus link, String browserId) {
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        Map<String, String> known = link.browser().map(BrowserInfo::version).orElse(Map.of("Browser", "none"));
        known.forEach(page::put);
        if (!page.has("Protocol-Version")) {
            page.put("Protocol-Version", "1.3");
        }
        page.put("webSocketDebuggerUrl", socket("/devtools/browser/" + browserId));
        if (!link.connected()) {
            page.put("Browser-Agent-Status", link.detail());
        }
        return write(page);
    }

    String list(List<OwnedTab> tabs, Optional<BrowserInfo> browser) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        tabs.forEach(tab -> list.add(entry(tab, browser)));
        return write(list);
    }

    /** Chrome describes a new tab before it has a title. */
    String opened(OwnedTab tab, Optional<BrowserInfo> browser) {
        return write(entry(tab, browser).put("title", ""));
    }

    private ObjectNode entry(OwnedTab tab, Optional<BrowserInfo> browser) {
        String path = "/devtools/page/" + tab.id();
        ObjectNode entry = JsonNodeFactory.instance.objectNode();
        entry.put("description", "");
        entry.put(
                "devtoolsFrontendUrl",
                FRONTEND + browser.map(BrowserInfo::revision).orElse("") + "/inspector.html?ws=" + host + path);
        entry.put("id", tab.id().value());
        entry.put("title", tab.info().title());
        entry.put("type", tab.info().type());
        entry.put("url", tab.info().url());
        entry.put("webSocketDebuggerUrl", socket(path));
        return entry;
    }

    private String socket(String path) {
        return "ws://" + host + path + query;
    }

    private static String write(JsonNode page) {
        try {
            return CHROME_LAYOUT.writeValueAsString(page) + "\n";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
