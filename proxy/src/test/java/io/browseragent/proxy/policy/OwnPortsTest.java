package io.browseragent.proxy.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every spelling that a browser reads as an own port of this machine (URL standard, sections 3.5, 4.4). */
class OwnPortsTest {

    private static final AgentUrls URLS = new AgentUrls(Set.of(9222, 9223, 9229));

    private static final List<String> THIS_MACHINE = List.of(
            "127.0.0.1",
            "127.1",
            "127.0.1",
            "127.255.255.254",
            "127.0.0.1.",
            "2130706433",
            "0x7f000001",
            "0X7F.1",
            "0x7f.0.0.1",
            "0177.0.0.1",
            "0177.0.0.01",
            "017700000001",
            "00000000177.0.0.1",
            "0",
            "0.0.0.0",
            "0.1.2.3",
            "%31%32%37.0.0.1",
            "127%2e0%2E0.1",
            "127.0.0.%31",
            "１２７.0.0.1",
            "127。0。0。1",
            "127．0．0．1",
            "①②⑦.0.0.1",
            "[::1]",
            "[0:0:0:0:0:0:0:1]",
            "[0000::0001]",
            "[::]",
            "[::ffff:127.0.0.1]",
            "[::FFFF:7f00:1]",
            "[0:0:0:0:0:ffff:7f00:1]",
            "[::127.0.0.1]",
            "[::7f00:1]",
            "[64:ff9b::7f00:1]",
            "localhost",
            "LOCALHOST",
            "localhost.",
            "a.localhost",
            "ｌocalhost",
            "local%68ost",
            "l\u00ADocalhost",
            "ip6-localhost",
            "localtest.me",
            "any-name.example",
            "xn--bcher-kva.example",
            "1.2.3.999",
            "1.2.3",
            "1.2.3.4.5",
            "");

    static Stream<String> ownPages() {
        return THIS_MACHINE.stream()
                .flatMap(host -> Stream.of("http://", "https://").map(scheme -> scheme + host + ":9229/json/list"));
    }

    @ParameterizedTest
    @MethodSource("ownPages")
    void noNameAndNoSpellingOfThisMachineReachesAnOwnPort(String url) {
        assertThat(URLS.mayOpen(url)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("ownPages")
    void otherPortsOfThisMachineAreNotOurs(String url) {
        assertThat(URLS.mayOpen(url.replace(":9229", ":8080"))).isTrue();
        assertThat(URLS.mayOpen(url.replace(":9229", ""))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http:127.0.0.1:9229",
                "http:/127.0.0.1:9229",
                "http:///127.0.0.1:9229/",
                "http://///127.0.0.1:9229/",
                "http:/\\127.0.0.1:9229",
                "http:\\\\127.0.0.1:9229",
                "http:\\127.0.0.1:9229\\json",
                "HTTP://127.0.0.1:9229",
                "hTTps:127.0.0.1:9229",
                "http://127.0.0.1:9229?x",
                "http://127.0.0.1:9229#x",
                "http://127.0.0.1:9229\\@8.8.8.8/",
                "http://127.0.0.1:9229?@8.8.8.8/",
                "http://127.0.0.1:9229#@8.8.8.8/",
                "http://user@127.0.0.1:9229/",
                "http://user:pass@127.0.0.1:9229/",
                "http://8.8.8.8@127.0.0.1:9229/",
                "http://8.8.8.8:80@127.0.0.1:9229/",
                "http://a@b@127.0.0.1:9229/",
                "http://8.8.8.8%40127.0.0.1:9229/",
                "http://@127.0.0.1:9229/",
                "http://127.0.0.1:09229/",
                "http://127.0.0.1:0009229/",
                "http://127.0.0.1:00000000000000000000009229/",
                "http://127.0.0.1:9229",
                "http://127.0.0.1:9229 ",
                "http://127.0.0.1:9229 \t\n",
                "http://127.0.0.1:9229\u0000",
                "http://127.0.0.1:9229\u001f",
                " \u0001http://127.0.0.1:9229/",
                "ht\ttp://127.0.0.1:9229/",
                "http:/\n/127.0.0.1:9229/",
                "http://127.0.\n0.1:9229/",
                "http://127.0.0.1\r:9229/",
                "http://127.0.0.1:92\t29/",
                "http://127.0.0.1:9229\n",
                "http://127.0.0.1:９２２９/",
                "http://127.0.0.1:9229x/",
                "http://127.0.0.1:%39229/",
                "http://127.0.0.1:9229%20/",
                "http://127.0.0.1: 9229/",
                "http://127.0.0.1:+9229/",
                "http://127.0.0.1:-1/",
                "http://127.0.0.1:80:9229/",
                "http://127.0.0.1:999999999999/",
                "http://[::1]:9229",
                "http://[::1%25lo]:9229",
                "http://[fe80::1%25nowhere]:9229",
                "http://[::1:9229",
                "http://::1:9229",
                "http://[1.2.3.4]:9229",
                "http://[not an address]:9229",
                "http://%zz:9229"
            })
    void theSpellingOfTheRestDoesNotMatterEither(String url) {
        assertThat(URLS.mayOpen(url)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {9222, 9223, 9229})
    void allOwnPortsAreCovered(int port) {
        assertThat(URLS.mayOpen("http://127.0.0.1:" + port + "/")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://8.8.8.8:9229/",
                "http://192.168.1.1:9229/",
                "http://255.255.255.255:9229/",
                "http://1.0.0.0:9229/",
                "http://[2001:db8::1]:9229/",
                "http://127.0.0.1@8.8.8.8:9229/",
                "http://127.0.0.1:9229@8.8.8.8/",
                "http://8.8.8.8/http://127.0.0.1:9229/",
                "http://8.8.8.8\\:9229",
                "http://a.example/?http://localhost:9229",
                "http://a.example/#:9229",
                "https://a.example:443/9229",
                "http://localhost:92290/",
                "http://localhost:922/",
                "http://localhost/",
                "http://localhost:/",
                "data:text/html,http://127.0.0.1:9229/",
                "blob:http://127.0.0.1:8080/1"
            })
    void otherMachinesAndOtherPortsMayBeOpened(String url) {
        assertThat(URLS.mayOpen(url)).isTrue();
    }

    @Test
    void withoutAPortItIsTheSchemesOwn() {
        AgentUrls plain = new AgentUrls(Set.of(80));
        AgentUrls secure = new AgentUrls(Set.of(443));

        for (String host : List.of("localhost", "127.0.0.1", "user@localhost", "[::1]", "localhost:", "a.example")) {
            assertThat(plain.mayOpen("http://" + host)).as(host).isFalse();
            assertThat(plain.mayOpen("https://" + host)).as(host).isTrue();
            assertThat(secure.mayOpen("https://" + host)).as(host).isFalse();
            assertThat(secure.mayOpen("http://" + host)).as(host).isTrue();
            assertThat(secure.mayOpen("http://" + host.replace(":", "") + ":443"))
                    .as(host)
                    .isFalse();
        }
        assertThat(plain.mayOpen("http://8.8.8.8/")).isTrue();
    }

    @Test
    void otherSchemesHaveNoPort() {
        OwnPorts ports = new OwnPorts(Set.of(9229));

        assertThat(ports.cover("ws://localhost:9229/")).isTrue();
        assertThat(ports.cover("wss://localhost:9229/")).isTrue();
        assertThat(ports.cover("ftp://localhost:9229/")).isFalse();
        assertThat(ports.cover("about:blank")).isFalse();
        assertThat(ports.cover("no scheme")).isFalse();
    }
}
