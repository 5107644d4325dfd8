package io.browseragent.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.browseragent.core.cdp.CdpJson;
import io.browseragent.core.testing.FakeBrowser;
import io.browseragent.core.testing.RawClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Whatever four clients and the human do in whatever order: no frame that a client gets names a target that is not
 * its own. The model is the set of ids that each client was given.
 */
class InterleavingTest {

    private static final int CLIENTS = 4;

    private static FakeBrowser browser;
    private static Rig rig;

    /** What somebody does; those of clients carry their number. */
    enum Deed {
        CREATE,
        CREATE_IN_CONTEXT,
        ATTACH,
        ATTACH_NOT_FLAT,
        ATTACH_STRANGE,
        DETACH,
        DISCOVER,
        DISCOVER_ALL,
        NOT_DISCOVER,
        AUTO_ATTACH,
        AUTO_ATTACH_TABS,
        NOT_AUTO_ATTACH,
        LIST,
        CLOSE,
        CLOSE_STRANGE,
        LEAVE,
        HUMAN_OPENS,
        HUMAN_CHANGES,
        HUMAN_CLOSES_AGENTS
    }

    @BeforeContainer
    static void start() {
        browser = FakeBrowser.start();
        browser.reply("Runtime.runIfWaitingForDebugger", "{}");
        browser.reply("Page.navigate", "{}");
        rig = Rig.before(browser);
    }

    @AfterContainer
    static void stop() {
        rig.close();
        browser.close();
    }

    @Property(tries = 25)
    void noFrameNamesAForeignTarget(
            @ForAll @Size(min = 10, max = 40) List<Deed> deeds,
            @ForAll @Size(40) List<@IntRange(max = CLIENTS - 1) Integer> who,
            @ForAll @Size(40) List<@IntRange(max = 1_000) Integer> which)
            throws IOException {
        Peer[] peers = new Peer[CLIENTS];
        Set<String> all = new HashSet<>();
        browser.pagesByTab().forEach((tab, page) -> all.addAll(List.of(tab, page)));
        try {
            for (int i = 0; i < CLIENTS; i++) {
                peers[i] = new Peer();
            }
            for (int i = 0; i < deeds.size(); i++) {
                Peer peer = peers[who.get(i)];
                if (deeds.get(i) == Deed.LEAVE) {
                    peer.close();
                    peers[who.get(i)] = new Peer();
                } else {
                    Set<String> before = Set.copyOf(browser.tabs());
                    peer.act(deeds.get(i), which.get(i), all);
                    // Steps come one at a time, so what is new is of whoever acted.
                    boolean humans = deeds.get(i) == Deed.HUMAN_OPENS;
                    browser.pagesByTab().forEach((tab, page) -> {
                        if (before.contains(page)) {
                            return;
                        }
                        all.addAll(List.of(tab, page));
                        if (!humans) {
                            peer.pages.add(page);
                            peer.own.addAll(List.of(tab, page));
                        }
                    });
                }
                for (Peer each : peers) {
                    each.assertNothingForeign(all);
                }
            }
        } finally {
            for (Peer peer : peers) {
                if (peer != null) {
                    peer.close();
                }
            }
        }
    }

    /** One client, with what it knows. */
    private static final class Peer {

        private final RawClient client = rig.client();
        private final List<String> pages = new ArrayList<>();
        private final Set<String> own = new HashSet<>();
        private final List<String> sessions = new ArrayList<>();
        private final List<String> frames = new ArrayList<>();
        private int lastId;

        Peer() throws IOException {}

        void act(Deed deed, int which, Set<String> all) throws IOException {
            switch (deed) {
                case CREATE -> create("");
                case CREATE_IN_CONTEXT -> {
                    String context = call("Target.createBrowserContext", "{}")
                            .at("/result/browserContextId")
                            .asText();
                    create(",\"browserContextId\":\"" + context + "\"");
                }
                case ATTACH -> attach(pick(pages, which), true);
                case ATTACH_NOT_FLAT -> attach(pick(pages, which), false);
                case ATTACH_STRANGE ->
                    assertThat(attach(strange(all, which), true).has("error")).isTrue();
                case DETACH -> call("Target.detachFromTarget", "{\"sessionId\":\"" + pick(sessions, which) + "\"}");
                case DISCOVER -> call("Target.setDiscoverTargets", "{\"discover\":true}");
                case DISCOVER_ALL -> call("Target.setDiscoverTargets", "{\"discover\":true,\"filter\":[{}]}");
                case NOT_DISCOVER -> call("Target.setDiscoverTargets", "{\"discover\":false}");
                case AUTO_ATTACH -> autoAttach(",\"waitForDebuggerOnStart\":" + (which % 2 == 0));
                case AUTO_ATTACH_TABS ->
                    autoAttach(",\"waitForDebuggerOnStart\":true,\"filter\":[{\"type\":\"page\",\"exclude\":true},{}]");
                case NOT_AUTO_ATTACH ->
                    call("Target.setAutoAttach", "{\"autoAttach\":false,\"waitForDebuggerOnStart\":false}");
                case LIST -> call("Target.getTargets", which % 2 == 0 ? "{}" : "{\"filter\":[{}]}");
                case CLOSE -> call("Target.closeTarget", "{\"targetId\":\"" + pick(pages, which) + "\"}");
                case CLOSE_STRANGE ->
                    assertThat(call("Target.closeTarget", "{\"targetId\":\"" + strange(all, which) + "\"}")
                                    .has("error"))
                            .isTrue();
                case HUMAN_OPENS -> browser.openTab("https://human.example/" + which);
                case HUMAN_CHANGES ->
                    browser.changeTab(browser.tabs().get(0), "https://human.example/" + which, "changed " + which);
                case HUMAN_CLOSES_AGENTS -> {
                    String tab = pick(pages, which);
                    if (browser.tabs().contains(tab)) {
                        browser.closeTab(tab);
                    }
                }
                case LEAVE -> throw new IllegalArgumentException("not here");
            }
        }

        private void create(String more) throws IOException {
            JsonNode reply = call("Target.createTarget", "{\"url\":\"https://agent.example/\"" + more + "}");
            assertThat(reply.at("/result/targetId").asText()).isNotEmpty();
        }

        private JsonNode attach(String tab, boolean flat) throws IOException {
            return call("Target.attachToTarget", "{\"targetId\":\"" + tab + "\",\"flatten\":" + flat + "}");
        }

        private void autoAttach(String more) throws IOException {
            call("Target.setAutoAttach", "{\"autoAttach\":true,\"flatten\":true" + more + "}");
        }

        private static String pick(List<String> from, int which) {
            return from.isEmpty() ? "NONE" : from.get(which % from.size());
        }

        private String strange(Set<String> all, int which) {
            List<String> others =
                    all.stream().filter(id -> !own.contains(id)).sorted().toList();
            return pick(others, which);
        }

        private JsonNode call(String method, String params) throws IOException {
            int id = ++lastId;
            client.send("{\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}");
            while (true) {
                String frame = client.message();
                frames.add(frame);
                JsonNode message = CdpJson.MAPPER.readTree(frame);
                if (message.path("method").asText().equals("Target.attachedToTarget")) {
                    sessions.add(message.at("/params/sessionId").asText());
                }
                if (message.path("id").asInt() == id) {
                    return message;
                }
            }
        }

        void assertNothingForeign(Set<String> all) {
            for (String frame : frames) {
                for (String id : all) {
                    if (frame.contains(id)) {
                        assertThat(own).as("ids in %s", frame).contains(id);
                    }
                }
                assertThat(frame).doesNotContain("human.example");
            }
            frames.clear();
        }

        void close() {
            try {
                client.close();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }
}
