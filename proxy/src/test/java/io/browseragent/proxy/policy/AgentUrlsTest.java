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
                "blob:https://a.example/1",
                "BLOB:http://a.example:8080/1",
                "blob:null/1"
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
                "blob:chrome://settings/1",
                "blob:file:///1",
                "blob:blob:https://a.example/1",
                "blob:data:text/html,x",
                "localhost:80",
                ":"
            })
    void theBrowsersOwnPagesMayNot(String url) {
        assertThat(URLS.mayOpen(url)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:9229/json/list",
                "https://127.0.0.1:9222",
                "http://localhost:9222",
                "http://LOCALHOST:9222",
                "http://localhost.:9222",
                "http://a.localhost:9222",
                "http://[::1]:9222",
                "http://[::]:9222",
                "http://[0:0:0:0:0:0:0:1]:9222",
                "http://[::ffff:127.0.0.1]:9222",
                "http://[::ffff:7f00:1]:9222",
                "http://0.0.0.0:9222",
                "http://0:9222",
                "http://127.1:9222",
                "http://127.255.255.254:9222",
                "http://2130706433:9222",
                "http://0x7f000001:9222",
                "http://0x7f.1:9222",
                "http://0177.0.0.1:9222",
                "http://127.0.0.1.:9222",
                "http://user:pw@127.0.0.1:9222",
                "http://a.example@127.0.0.1:9222",
                "http:127.0.0.1:9222",
                "http:/127.0.0.1:9222",
                "http:\\\\127.0.0.1:9222",
                "http:///127.0.0.1:9222",
                "http:/\\/127.0.0.1:9222\\json",
                "http://127.0.0.1:09222",
                "http://127.0.0.1:00000000000000009222",
                "http://127.0.0.1:\t9222",
                "ht\ntp://127.0.0.\n1:9222",
                "http://%31%32%37.0.0.1:9222",
                "http://１２７.0.0.1:9222",
                "http://127。0。0。1:9222",
                "http://any.example:9223/",
                "http://[2002:7f00:1::]:9222/",
                "blob:http://127.0.0.1:9222/1",
                "blob: http://127.1:9222/1",
                "BLOB:HTTP:localhost:9223",
                "http://256.0.0.1:9222",
                "http://[::1%25lo]:9222",
                "http://[nonsense]:9222"
            })
    void theBrokersOwnPortsMayNotInAnySpelling(String url) {
        assertThat(URLS.mayOpen(url)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:8080/",
                "http://localhost:92222/",
                "http://192.168.1.7:9222/",
                "http://[2001:db8::7]:9222/",
                "http://a.example/?x=127.0.0.1:9222",
                "http://a.example/127.0.0.1:9222",
                "http://a.example:80",
                "https://9222.example"
            })
    void otherPortsAndOtherMachinesMay(String url) {
        assertThat(URLS.mayOpen(url)).isTrue();
    }

    @Test
    void thePortThatIsNotWrittenCountsToo() {
        assertThat(new AgentUrls(Set.of(80)).mayOpen("http://localhost/")).isFalse();
        assertThat(new AgentUrls(Set.of(443)).mayOpen("https://localhost/")).isFalse();
        assertThat(new AgentUrls(Set.of(443)).mayOpen("http://localhost/")).isTrue();
    }

    @Test
    void aRefusalNamesAtMostTheBeginning() {
        assertThat(AgentUrls.refusal("chrome:" + "x".repeat(1_000)).message())
                .endsWith("x…")
                .hasSizeLessThan(300);
    }
}
