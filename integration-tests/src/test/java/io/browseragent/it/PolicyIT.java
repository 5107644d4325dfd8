package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.browseragent.proxy.policy.PolicyPage;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The installed browser may be newer than the policy: what it added must be classified, or it fails here. */
class PolicyIT {
    /** Types whose values lead to what may be somebody else's. */
    private static final Set<String> IDS = Set.of(
            "Target.TargetID", "Target.SessionID", "Browser.BrowserContextID", "Browser.WindowID", "IO.StreamHandle");
    /** Their domain's line has the check, or they concern the own page alone. */
    private static final Set<String> BY_DOMAIN =
            Set.of("IO.close", "IO.read", "Emulation.setDocumentCookieDisabled", "Network.canClearBrowserCookies");

    @AutoClose
    private static TestBrowser browser;

    @BeforeAll
    static void start() {
        browser = TestBrowser.headless();
    }

    @Test
    void whatNamesATargetASessionAContextAWindowOrACookieHasALine() throws IOException {
        JsonNode protocol = new ObjectMapper()
                .readTree(URI.create("http://127.0.0.1:" + browser.port() + "/json/protocol")
                        .toURL());
        List<String> sensitive = new ArrayList<>();
        for (JsonNode domain : protocol.path("domains")) {
            for (JsonNode command : domain.path("commands")) {
                String method = domain.path("domain").asText() + "."
                        + command.path("name").asText();
                if (isSensitive(domain.path("domain").asText(), command, method)) {
                    sensitive.add(method);
                }
            }
        }

        assertThat(sensitive)
                .hasSizeGreaterThan(40)
                .filteredOn(method -> !PolicyPage.hasOwnLine(method))
                .as("commands without a line of their own")
                .isSubsetOf(BY_DOMAIN);
    }

    private static boolean isSensitive(String domain, JsonNode command, String method) {
        if (domain.equals("Target") || method.toLowerCase(java.util.Locale.ROOT).contains("cookie")) {
            return true;
        }
        for (JsonNode parameter : command.path("parameters")) {
            String type = parameter.path("$ref").asText();
            if (IDS.contains(type.contains(".") ? type : domain + "." + type)) {
                return true;
            }
        }
        return false;
    }
}
