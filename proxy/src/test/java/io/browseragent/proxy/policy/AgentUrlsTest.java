package io.browseragent.proxy.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentUrlsTest {

    private static final AgentUrls URLS = new AgentUrls(Set.of(9222, 9223, 9229));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "about:blank",
                "ABOUT:BLANK",
                "about:blank#x",
                "about:blank?x",
                "about:srcdoc",
                "no-scheme",
                "http://a.example",
                "HTTPS://a.example/",
                " \t\nhttps://a.example",
                "ht\ntps://a.example",
                "https://a.example/ ",
                "https://a.example:8443/a?b#c",
                "http://user:pass@a.example/",
                "http://[2001:db8::1]/",
                "data:text/html,x",
                "DATA:,",
                "about:blank \t",
                "blob:https://a.example/1"
            })
    void theWebMayBeOpened(String url) {
        assertThat(URLS.mayOpen(url)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "chrome://settings",
                "CHROME://settings",
                " chrome://settings",
                "\u0000chrome://settings",
                "chr\tome://settings",
                "chrome\n://settings",
                "chrome:settings",
                "\u001fchrome://settings",
                "chrome://settings ",
                "CHR\rOME-UNTRUSTED://x",
                "view-source:about:blank",
                "View-Source:file:///etc/passwd",
                "jAvAsCrIpT:alert(1)",
                "blob ://x",
                "http ://a.example",
                "https%3a//a.example:1",
                "\u00a0https://a.example",
                "//a.example:1/",
                "edge://settings",
                "brave://settings",
                "ws://a.example",
                "mailto:a@a.example",
                "intent://x#Intent;end",
                "about:blank/x",
                "about:srcdoc/",
                "chrome-extension://x/y",
                "chrome-untrusted://x",
                "devtools://devtools/x",
                "view-source:https://a.example",
                "about:settings",
                "about:blankly",
                "about:",
                "file:///etc/passwd",
                "FILE:/etc/passwd",
                "javascript:alert(1)",
                "java\nscript:alert(1)",
                "filesystem:https://a.example/x",
                "ftp://a.example",
                "localhost:80",
                ":"
            })
    void theBrowsersOwnPagesMayNot(String url) {
        assertThat(URLS.mayOpen(url)).isFalse();
    }

    @Test
    void aRefusalNamesAtMostTheBeginning() {
        assertThat(AgentUrls.refusal("chrome:" + "x".repeat(1_000)).message())
                .endsWith("x…")
                .hasSizeLessThan(250);
    }
}
