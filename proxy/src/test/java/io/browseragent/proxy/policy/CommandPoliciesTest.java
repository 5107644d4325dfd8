package io.browseragent.proxy.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CommandPoliciesTest {

    /** What a word of the measured catalogue allows; each is the beginning of a treatment's name. */
    private static final Map<String, List<String>> MEANING = Map.of(
            "pass", List.of("pass", "answer here"),
            "hide", List.of("hide", "refuse"),
            "refuse", List.of("refuse", "hide"),
            "swallow", List.of("swallow", "answer here"),
            "local", List.of("answer", "swallow", "end the client"),
            "scope", List.of("pass if", "swallow if", "pass, remember its stream if", "refuse", "answer here"),
            "rewrite", List.of("pass if", "answer here"));

    // spotless:off
    /** Where the table knowingly differs, with why. A method may stand here by its domain. */
    private static final Map<String, String> DIFFERENT = Map.ofEntries(
        Map.entry("Target.autoAttachRelated",      "Chrome refuses it below the browser"),
        Map.entry("Target.createBrowserContext",   "Chrome refuses it below the browser"),
        Map.entry("Target.disposeBrowserContext",  "Chrome refuses it below the browser"),
        Map.entry("Target.getBrowserContexts",     "Chrome refuses it below the browser"),
        Map.entry("Tracing.getCategories",         "names only"),
        Map.entry("DOMStorage.enable",             "events of the own page"),
        Map.entry("DOMStorage.disable",            "of the own page"),
        Map.entry("ServiceWorker.enable",          "its events are reduced to own sites"),
        Map.entry("ServiceWorker.disable",         "of the own page"),
        Map.entry("ServiceWorker.setForceUpdateOnPageLoad", "of the own page"),
        Map.entry("Storage.getStorageKey",         "of an own frame"),
        Map.entry("Storage.getStorageKeyForFrame", "of an own frame"),
        Map.entry("IO.resolveBlob",                "of an own object"),
        Map.entry("SystemInfo.getInfo",            "hardware, the same for everybody"),
        Map.entry("SystemInfo.getFeatureState",    "the same for everybody"),
        Map.entry("Runtime.runIfWaitingForDebugger", "Puppeteer sends it to tabs"),
        Map.entry("Security.setIgnoreCertificateErrors", "per tab in the next step"),
        Map.entry("Network.getCookies",            "cookies are reduced to own sites in the next step"),
        Map.entry("Network.getAllCookies",         "cookies are reduced to own sites in the next step"),
        Map.entry("Network.setCookie",             "cookies are reduced to own sites in the next step"),
        Map.entry("Network.setCookies",            "cookies are reduced to own sites in the next step"),
        Map.entry("Network.deleteCookies",         "cookies are reduced to own sites in the next step"),
        Map.entry("Network.clearBrowserCookies",   "said to be done, and not done: it would log the human out"),
        Map.entry("Storage.clearCookies",          "said to be done, and not done: it would log the human out"),
        Map.entry("Page.deleteCookie",             "cookies are reduced to own sites in the next step"),
        Map.entry("Page.crash",                    "the human's tab may share the process"),
        Map.entry("Browser.setDownloadBehavior",   "downloads per client come in the next step"),
        Map.entry("Page.setDownloadBehavior",      "downloads per client come in the next step"),
        Map.entry("Browser.setPermission",         "for own sites as it is, else said to be done"),
        Map.entry("Browser.grantPermissions",      "for own sites as it is, else said to be done"),
        Map.entry("Browser.resetPermissions",      "own grants are undone in the next step"),
        Map.entry("Input.setIgnoreInputEvents",    "nobody shares a tab with the human yet"),
        Map.entry("Emulation.setFocusEmulationEnabled", "the broker's own session keeps it on"));
    // spotless:on

    @Test
    void everyMethodIsTreatedAsTheCatalogueSays() {
        List<String> wrong = new ArrayList<>();
        lines("catalogue.txt").filter(line -> !line.startsWith("#")).forEach(line -> {
            String[] words = line.split(" ");
            for (SessionKind kind : SessionKind.values()) {
                String word = words[kind.ordinal() + 1];
                String treatment =
                        CommandPolicies.of(words[0]).treatments().get(kind).name();
                // Pages are what clients work in; elsewhere less is never a leak.
                boolean stricter = treatment.equals("hide") || treatment.startsWith("refuse");
                boolean fits = stricter && (kind != SessionKind.PAGE || word.endsWith("-"))
                        || MEANING.get(word.replace("-", "")).stream().anyMatch(treatment::startsWith);
                if (!fits && !DIFFERENT.containsKey(words[0])) {
                    wrong.add(words[0] + " in a " + kind + " session is: " + treatment + ", catalogue: " + word);
                }
            }
        });
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyKnownMethodHasOneLine() {
        assertThat(CommandPolicies.KNOWN)
                .hasSizeGreaterThan(600)
                .allSatisfy(method ->
                        assertThat(CommandPolicies.of(method).method()).isNotEqualTo("*"));
    }

    @Test
    void whatNamesATargetOrACookieIsClassifiedByItself() {
        assertThat(lines("sensitive-commands.txt"))
                .hasSizeGreaterThan(40)
                .map(line -> line.split(" ")[0])
                .filteredOn(method -> CommandPolicies.of(method).isForDomain())
                .as("commands that only their domain's line covers")
                .containsExactlyInAnyOrder(
                        // These have the check in the domain's line, or touch the own page alone.
                        "IO.close", "IO.read", "Emulation.setDocumentCookieDisabled", "Network.canClearBrowserCookies");
    }

    @Test
    void twoLinesForOneMethodFail() {
        Line line = Line.everywhere("Page.reload", Treatments.PASS, "twice");
        assertThatThrownBy(() -> CommandPolicies.byMethod(List.of(line, line)))
                .hasMessageContaining("two lines for Page.reload");
    }

    @Test
    void aLineForNoMethodFails() {
        Line line = Line.everywhere("Page.relaod", Treatments.PASS, "a slip");
        assertThatThrownBy(() -> CommandPolicies.byMethod(List.of(line))).hasMessageContaining("Page.relaod");
    }

    @Test
    void everyLineSaysWhy() {
        assertThat(CommandPolicies.LINES)
                .allSatisfy(line -> assertThat(line.reason()).isNotBlank());
    }

    static Stream<String> lines(String resource) {
        try (InputStream in = CommandPoliciesTest.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
