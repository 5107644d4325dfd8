package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first tab of a client, and those of clients that begin with plain HTTP. */
class HttpFirstIT extends SharedBrowser {
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void leave() throws Exception {
        for (AutoCloseable resource : open) {
            resource.close();
        }
        for (String id : list(service.proxyPort())) {
            RawSocket.http(service.proxyPort(), "GET", "/json/close/" + id);
        }
    }

    @Test
    void noTabIsMadeForAClientThatDoesNotLook() {
        Set<String> before = human.pages();
        CdpClient client = join(service.proxyPort());
        client.call("Browser.getVersion");
        CdpClient.get(service.proxyPort(), "/json/version");
        // Had one been made for it, it would have come before this one.
        String later = join(service.proxyPort()).create("about:blank");
        assertThat(human.pages()).hasSize(before.size() + 1).containsAll(before).contains(later);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Target.setDiscoverTargets discover",
                "Target.setAutoAttach autoAttach",
                "Target.getTargets x",
                "Target.getTargets discover"
            })
    void theFirstTabIsToldOnceAndBeforeTheReply(String command) {
        CdpClient client = join(service.proxyPort());
        String method = command.split(" ")[0];
        int id = client.socket()
                .send(null, method, command.split(" ")[1], true, "flatten", true, "waitForDebuggerOnStart", false);
        client.socket().awaitReply(id, method);
        List<JsonNode> received = client.socket().received();
        int reply = received.indexOf(client.socket().awaitReply(id, method));
        List<JsonNode> told = received.subList(0, reply + 1);
        assertThat(client.pages()).hasSize(1);
        assertThat(client.pages()).isSubsetOf(human.ids());
        String first = client.pages().iterator().next();
        long times = told.stream()
                .filter(message -> message.toString().contains("\"targetId\":\"" + first + "\""))
                .filter(message -> !message.path("method").asText().equals("Target.targetInfoChanged"))
                .count();
        assertThat(times).as("%s told in %s", first, told).isEqualTo(1);
    }

    @Test
    void severalFirstCommandsAtOnceMakeOneTab() {
        CdpClient client = join(service.proxyPort());
        List<Integer> calls = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            calls.add(client.socket().send(null, "Target.getTargets"));
        }
        for (int call : calls) {
            assertThat(client.socket().awaitReply(call, "Target.getTargets").at("/result/targetInfos"))
                    .hasSize(1);
        }
    }

    @Test
    void whoBeginsWithATabOfHisOwnGetsNoOther() {
        CdpClient client = join(service.proxyPort());
        String tab = client.create(host("a", "/blank"));
        assertThat(client.pages()).containsExactly(tab);
    }

    @Test
    void theListMakesOneTabAndShowsItAgain() {
        List<String> first = list(service.proxyPort());
        assertThat(first).hasSize(1);
        assertThat(list(service.proxyPort())).isEqualTo(first);
    }

    /** taiko: no browser socket, several sockets of one page. */
    @Test
    void aListedPageTakesSeveralSocketsOfItsOwnSessionAndNoneOfAnother() {
        OtherSession other = keep(OtherSession.to(service.proxyPort()));
        String tab = list(service.proxyPort()).get(0);
        for (int i = 0; i < 3; i++) {
            CdpSocket socket = keep(CdpClient.page(service.proxyPort(), tab));
            assertThat(socket.call("Target.getTargets").findValuesAsText("targetId"))
                    .containsExactly(tab);
        }
        assertThatThrownBy(() -> CdpClient.page(other.port(), tab)).hasMessageContaining("No such target id");
    }

    @Test
    void aTabOfTheListStaysWhenItsSocketCloses() {
        String tab = list(service.proxyPort()).get(0);
        CdpClient.page(service.proxyPort(), tab).close();
        CdpSocket again = keep(CdpClient.page(service.proxyPort(), tab));
        assertThat(again.call("Runtime.evaluate", "expression", "6 * 7")
                        .at("/result/value")
                        .asInt())
                .isEqualTo(42);
        assertThat(list(service.proxyPort())).containsExactly(tab);
    }

    @Test
    void aBrowserSocketMayUseWhatItsSessionMadeOverHttpAndAnotherSessionsMayNot() {
        OtherSession other = keep(OtherSession.to(service.proxyPort()));
        String tab = CdpClient.http(service.proxyPort(), "PUT", "/json/new?" + host("a", "/blank"))
                .get("id")
                .asText();
        CdpClient own = join(service.proxyPort());
        own.awaitTitle(own.attach(tab), "Blank");
        CdpClient stranger = join(other.port());
        assertThat(stranger.ids()).doesNotContain(tab);
        assertThatThrownBy(() -> stranger.attach(tab)).hasMessageContaining("No target with given id found");
        assertThat(RawSocket.http(other.port(), "GET", "/json/close/" + tab).status())
                .isEqualTo(404);
    }

    @Test
    void theTabsOfABrowserSocketAreNotListed() {
        CdpClient client = join(service.proxyPort());
        String tab = client.create("about:blank");
        OtherSession other = keep(OtherSession.to(service.proxyPort()));
        assertThat(list(other.port())).doesNotContain(tab);
        RawSocket.http(other.port(), "GET", "/json/close/" + list(other.port()).get(0));
    }

    private CdpClient join(int port) {
        return keep(CdpClient.connect(port));
    }

    private <T extends AutoCloseable> T keep(T resource) {
        open.add(0, resource);
        return resource;
    }

    private static List<String> list(int port) {
        return CdpClient.get(port, "/json/list").findValuesAsText("id");
    }
}
