package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.jqwik.api.AfterFailureMode;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Whatever four clients and the human do, in whatever order: no id that one of them was ever sent is sent to another.
 *
 * <p>A failure prints its seed; {@code @Property(seed = "…")} repeats it.
 */
class RandomClientsIT extends SharedBrowser {
    private static final int CLIENTS = 4;
    /** Ids of targets, sessions, frames and contexts look alike. */
    private static final Pattern ID = Pattern.compile("\\b[0-9A-F]{32}\\b");

    private final List<RandomClient> connected = new ArrayList<>();
    private final List<RandomClient> all = new ArrayList<>();
    private final List<String> humans = new ArrayList<>();

    private enum Act {
        CREATE,
        ATTACH,
        DETACH,
        DISCOVER,
        DISCOVER_NO_MORE,
        AUTO_ATTACH,
        AUTO_ATTACH_PAUSING,
        AUTO_ATTACH_NO_MORE,
        LIST,
        CLOSE,
        POPUP,
        GRAB,
        RECONNECT,
        BREAK,
        HUMAN_OPENS,
        HUMAN_CLOSES
    }

    /** One client does something; {@code which} selects among what it has. */
    record Step(int client, Act act, int which) {}

    @BeforeContainer
    static void begin() {
        openTheBrowser();
    }

    @AfterContainer
    static void end() {
        human.close();
        service.close();
        browser.close();
        pages.close();
    }

    @Provide
    Arbitrary<List<Step>> plans() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, CLIENTS - 1),
                        Arbitraries.of(Act.class),
                        Arbitraries.integers().between(0, 9))
                .as(Step::new)
                .list()
                .ofMinSize(40)
                .ofMaxSize(120);
    }

    @Property(
            tries = 20,
            edgeCases = EdgeCasesMode.NONE,
            shrinking = ShrinkingMode.OFF,
            afterFailure = AfterFailureMode.RANDOM_SEED)
    void noIdOfOneIsEverSentToAnother(@ForAll("plans") List<Step> plan) {
        for (int i = 0; i < CLIENTS; i++) {
            connected.add(join(i));
        }
        plan.forEach(this::take);
        // Whatever was still on its way has come before these answers.
        connected.forEach(client -> client.connection().targets());

        assertThat(connected).allSatisfy(client -> assertThat(idsSentTo(client)).isNotEmpty());
        List<Set<String>> sent = all.stream().map(RandomClientsIT::idsSentTo).toList();
        Set<String> opened = new HashSet<>(humans);
        opened.add(humansTab);
        for (int i = 0; i < sent.size(); i++) {
            assertThat(sent.get(i)).as("sent to client %d", i).noneMatch(opened::contains);
            for (int j = 0; j < i; j++) {
                assertThat(sent.get(i)).as("sent to clients %d and %d", i, j).noneMatch(sent.get(j)::contains);
            }
        }
    }

    @AfterTry
    void allLeaveAndNothingStays() {
        all.forEach(client -> client.connection().close());
        humans.stream().filter(id -> !id.equals(humansTab)).forEach(browser::closeTab);
        humans.clear();
        all.clear();
        connected.clear();
        await("all tabs but the human's to close")
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(human.pages()).hasSize(2).contains(humansTab));
    }

    private RandomClient join(int host) {
        RandomClient client = new RandomClient(client(), host("c" + host, "/blank"));
        all.add(client);
        return client;
    }

    private void take(Step step) {
        RandomClient client = connected.get(step.client());
        switch (step.act()) {
            case RECONNECT -> replace(step, CdpClient::close);
            case BREAK -> replace(step, leaving -> leaving.socket().abort());
            case HUMAN_OPENS ->
                humans.add(human.call("Target.createTarget", "url", host("human", "/blank"), "background", true)
                        .get("targetId")
                        .asText());
            case HUMAN_CLOSES -> {
                if (!humans.isEmpty()) {
                    browser.closeTab(humans.get(step.which() % humans.size()));
                }
            }
            case GRAB -> client.grab(others(client), step.which());
            case CREATE -> client.create();
            case ATTACH -> client.attach(step.which());
            case DETACH -> client.detach(step.which());
            case CLOSE -> client.close(step.which());
            case POPUP -> client.popup(step.which());
            case DISCOVER -> client.connection().discover(true);
            case DISCOVER_NO_MORE -> client.connection().discover(false);
            case AUTO_ATTACH -> client.connection().autoAttach(true, false);
            case AUTO_ATTACH_PAUSING -> client.connection().autoAttach(true, true);
            case AUTO_ATTACH_NO_MORE -> client.connection().autoAttach(false, false);
            case LIST -> client.connection().targets();
        }
    }

    private void replace(Step step, Consumer<CdpClient> end) {
        end.accept(connected.get(step.client()).connection());
        connected.set(step.client(), join(step.client()));
    }

    /** Tabs that are not this client's, in a stable order, so that a seed repeats. */
    private List<String> others(RandomClient client) {
        List<String> tabs = new ArrayList<>(humans);
        tabs.add(humansTab);
        connected.stream().filter(other -> other != client).forEach(other -> tabs.addAll(other.tabs()));
        tabs.sort(Comparator.naturalOrder());
        return tabs;
    }

    private static Set<String> idsSentTo(RandomClient client) {
        Set<String> ids = client.connection()
                .frames()
                .flatMap(frame -> ID.matcher(frame).results().map(MatchResult::group))
                .collect(Collectors.toCollection(HashSet::new));
        // The default context is everybody's.
        ids.remove(human.call("Target.getBrowserContexts")
                .get("defaultBrowserContextId")
                .asText());
        return ids;
    }
}
