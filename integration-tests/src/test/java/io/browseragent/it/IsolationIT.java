package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Wherever a client sends its commands, other clients' tabs and the human's are not there: answers are those that Chrome
 * itself gives to an id that does not exist.
 */
class IsolationIT extends SharedBrowser {
    private static final String NOBODYS = "0123456789ABCDEF0123456789ABCDEF";

    /** A and B come through the broker; this one is at plain Chrome, for comparison. */
    @AutoClose
    private static Levels chrome;

    @AutoClose
    private static Levels a;

    @AutoClose
    private static Levels b;

    private static Set<String> strangers;

    @BeforeAll
    static void connect() {
        chrome = Levels.open(browser.port(), host("chrome", "/own"));
        a = Levels.open(service.proxyPort(), host("a", "/own"));
        b = Levels.open(service.proxyPort(), host("b", "/own"));
        Set<String> own = a.client().ids();
        own.addAll(a.targets());
        strangers = new HashSet<>(human.ids());
        strangers.removeAll(own);
        assertThat(strangers).contains(humansTab, chrome.page()).containsAll(b.targets());
        human.call("Target.activateTarget", "targetId", humansTab);
        human.awaitValue(humansSession, "document.visibilityState", "visible");
        human.evaluate(humansSession, "seen.length = 0");
    }

    @AfterEach
    void nothingOfAStrangerWasEverSentAndTheHumanIsUndisturbed() {
        for (Level.Kind kind : Level.Kind.values()) {
            // Errors repeat no ids, so whatever contains one is a leak.
            assertNeverNamed(a.get(kind).socket(), strangers);
        }
        assertTheHumanIsUndisturbed();
    }

    /** REPORTS 13, 16, 26. */
    @ParameterizedTest
    @EnumSource(Level.Kind.class)
    void aStrangersTabDoesNotExistInChromesOwnWords(Level.Kind level) {
        Map<String, List<Object>> commands = Map.of(
                "Target.getTargetInfo", List.of(),
                "Target.attachToTarget", List.of("flatten", true),
                "Target.attachToTarget ", List.of("flatten", false),
                "Target.closeTarget", List.of(),
                "Target.activateTarget", List.of(),
                "Target.autoAttachRelated", List.of("waitForDebuggerOnStart", true),
                "Target.getDevToolsTarget", List.of(),
                "Browser.getWindowForTarget", List.of());
        SoftAssertions softly = new SoftAssertions();
        commands.forEach((command, more) -> {
            String method = command.strip();
            JsonNode chromes =
                    chrome.get(level).ask(method, parameters(NOBODYS, more)).get("error");
            assertThat(chromes)
                    .as("Chrome's own answer to %s of nobody's tab", method)
                    .isNotNull();
            for (String stranger : strangers) {
                JsonNode reply = a.get(level).ask(method, parameters(stranger, more));
                softly.assertThat(reply.get("error"))
                        .as("%s %s: %s", level, method, reply)
                        .isEqualTo(chromes);
            }
        });
        softly.assertAll();
        assertThat(human.ids()).containsAll(strangers);
    }

    /** REPORTS 26. */
    @ParameterizedTest
    @EnumSource(Level.Kind.class)
    void onlyOwnTargetsAreListed(Level.Kind level) {
        for (Object filter : List.of(CdpClient.ALL, CdpClient.TABS, List.of(Map.of("type", "page")))) {
            JsonNode reply = a.get(level).ask("Target.getTargets", "filter", filter);
            if (level.isWorker()) {
                assertThat(reply.get("error"))
                        .isEqualTo(chrome.get(level).ask("Target.getTargets").get("error"));
            } else {
                assertThat(reply.at("/result/targetInfos").findValuesAsText("targetId"))
                        .containsAnyElementsOf(a.targets())
                        .doesNotContainAnyElementsOf(strangers);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Level.Kind.class)
    void aCreatedTabIsTheCreatorsAndNobodyElses(Level.Kind level) {
        int before = human.pages().size();
        JsonNode reply = a.get(level).ask("Target.createTarget", "url", host("a", "/blank?made"));
        if (level.isWorker()) {
            assertThat(reply.has("error")).as(reply.toString()).isTrue();
            assertThat(human.pages()).hasSize(before);
            return;
        }
        String made = reply.at("/result/targetId").asText();
        assertThat(human.ids()).as(reply.toString()).contains(made);
        assertThat(a.client().ids()).contains(made);
        assertThat(b.client().ids()).doesNotContain(made);
        assertThatThrownBy(() -> b.client().attach(made)).hasMessageContaining("No target with given id found");
        assertThatThrownBy(() -> b.client().close(made)).hasMessageContaining("No target with given id found");
        assertThat(a.get(level)
                        .ask("Target.closeTarget", "targetId", made)
                        .at("/result/success")
                        .asBoolean())
                .isTrue();
        human.awaitGone(made);
    }

    @ParameterizedTest
    @EnumSource(Level.Kind.class)
    void discoveryNamesNoStranger(Level.Kind level) {
        Level own = a.get(level);
        own.ask("Target.setDiscoverTargets", "discover", true, "filter", CdpClient.ALL);
        List<String> others = strangersComeAndGo("discovery");

        // Whatever there was to tell of the others has come before what comes now.
        String made = a.client().create("about:blank");
        if (!level.isWorker()) {
            own.socket()
                    .awaitMessage(
                            "targetCreated of " + made,
                            message -> message.toString().contains("Target.targetCreated")
                                    && message.toString().contains(made));
        }
        a.client().close(made);
        a.client().awaitGone(made);
        own.ask("Target.setDiscoverTargets", "discover", false);
        assertNeverNamed(own.socket(), others);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"BROWSER_SOCKET true", "BROWSER_SOCKET false", "BROWSER_SESSION true", "BROWSER_SESSION false"})
    void autoAttachAttachesNoStranger(String how) {
        Level own = a.get(Level.Kind.valueOf(how.split(" ")[0]));
        boolean pausing = Boolean.parseBoolean(how.split(" ")[1]);
        for (List<Map<String, Object>> filter : List.of(CdpClient.ALL, CdpClient.TABS)) {
            own.ask(
                    "Target.setAutoAttach",
                    "autoAttach",
                    true,
                    "waitForDebuggerOnStart",
                    pausing,
                    "flatten",
                    true,
                    "filter",
                    filter);
            List<String> others = strangersComeAndGo("auto-attach");

            String made = a.client().create("about:blank");
            own.socket()
                    .awaitEvent(
                            "Target.attachedToTarget",
                            params -> params.toString().contains(made)
                                    || params.at("/targetInfo/type").asText().equals("tab"));
            a.client().close(made);
            a.client().awaitGone(made);
            own.ask("Target.setAutoAttach", "autoAttach", false, "waitForDebuggerOnStart", false, "flatten", true);
            assertNeverNamed(own.socket(), others);
        }
    }

    @Test
    void aClientsPauseAtTheStartDoesNotHoldTheHumansTab() {
        try (CdpClient pausing = client()) {
            pausing.autoAttach(true, true);
            String opened = human.create(host("human", "/blank?unpaused"));
            String session = human.attach(opened);
            human.awaitTitle(session, "Blank");
            human.evaluate(session, "void window.open('/blank?popup', '', 'noopener')");
            String popup = human.awaitTarget("page", "/blank?popup");
            human.awaitTitle(human.attach(popup), "Blank");
            assertNeverNamed(pausing.socket(), List.of(opened, popup));
            human.close(popup);
            human.close(opened);
        }
        bringTheHumansTabBack();
    }

    /** REPORTS 17: who owns a tab is the connection, not the program. */
    @Test
    void twoConnectionsOfOneProgramAreTwoOwners() {
        try (CdpClient first = client();
                CdpClient second = client()) {
            String tab = first.create("about:blank");
            assertThat(second.ids()).doesNotContain(tab);
            assertThatThrownBy(() -> second.attach(tab)).hasMessageContaining("No target with given id found");
        }
    }

    /** REPORTS 24. */
    @Test
    void idsAreThoseOfChrome() {
        String made = CdpClient.http(service.proxyPort(), "PUT", "/json/new?" + pages.url("/second"))
                .get("id")
                .asText();
        assertThat(human.ids())
                .containsAll(a.targets())
                .contains(made)
                .containsAll(a.client().ids());
        assertThat(CdpClient.get(service.proxyPort(), "/json/list").findValuesAsText("id"))
                .contains(made);
        JsonNode ours =
                a.client().call("Target.getTargetInfo", "targetId", a.page()).get("targetInfo");
        JsonNode chromes =
                human.call("Target.getTargetInfo", "targetId", a.page()).get("targetInfo");
        assertThat(ours).isEqualTo(chromes);
        CdpClient.get(service.proxyPort(), "/json/version");
        RawSocket.http(service.proxyPort(), "GET", "/json/close/" + made);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/json", "/json/list", "/json/list/", "/json/list?for_tab", "/json/list?x"})
    void anotherSessionsListShowsNobody(String path) {
        try (OtherSession other = OtherSession.to(service.proxyPort())) {
            String list = RawSocket.http(other.port(), "GET", path).body();
            assertThat(Stream.concat(strangers.stream(), a.targets().stream())).noneMatch(list::contains);
        }
    }

    @Test
    void aPageSocketFromAnotherSessionIsRefusedAsIfThereWereNoSuchTab() {
        try (OtherSession other = OtherSession.to(service.proxyPort())) {
            for (String id : List.of(a.page(), b.page(), humansTab)) {
                try (RawSocket socket = RawSocket.open(other.port())) {
                    RawSocket.Answer answer = socket.upgrade("127.0.0.1:" + other.port(), "/devtools/page/" + id);
                    assertThat(answer.status()).isEqualTo(500);
                    assertThat(answer.body()).isEqualTo("No such target id: " + id);
                }
                for (String verb : List.of("close", "activate")) {
                    RawSocket.Answer answer = RawSocket.http(other.port(), "GET", "/json/" + verb + "/" + id);
                    assertThat(answer.status()).isEqualTo(404);
                    assertThat(answer.body()).isEqualTo("No such target id: " + id);
                }
            }
        }
        assertThat(human.ids()).contains(a.page(), b.page(), humansTab);
    }

    @ParameterizedTest
    @EnumSource(Level.Kind.class)
    void theHumansScreenIsLeftAlone(Level.Kind level) {
        Level own = a.get(level);
        own.ask("Target.activateTarget", "targetId", a.page());
        own.ask("Page.bringToFront");
        JsonNode made = own.ask("Target.createTarget", "url", "about:blank", "newWindow", true, "background", false);
        assertTheHumanIsUndisturbed();
        if (made.has("result")) {
            own.ask(
                    "Target.closeTarget",
                    "targetId",
                    made.at("/result/targetId").asText());
        }
    }

    private static Object[] parameters(String target, List<Object> more) {
        List<Object> all = new ArrayList<>(List.of("targetId", target));
        all.addAll(more);
        return all.toArray();
    }

    /** The human and B each open a tab, change it and close it; gives their ids. */
    private static List<String> strangersComeAndGo(String why) {
        List<String> ids = new ArrayList<>();
        String humans = human.call("Target.createTarget", "url", host("human", "/blank?" + why), "background", true)
                .get("targetId")
                .asText();
        String bs = b.client().create(host("b", "/blank?" + why));
        for (Map.Entry<CdpClient, String> tab :
                Map.of(human, humans, b.client(), bs).entrySet()) {
            String session = tab.getKey().attach(tab.getValue());
            ids.add(session);
            tab.getKey().awaitTitle(session, "Blank");
            tab.getKey().evaluate(session, "document.title = 'changed'");
            tab.getKey().close(tab.getValue());
            ids.add(tab.getValue());
        }
        human.awaitGone(humans);
        human.awaitGone(bs);
        return ids;
    }
}
