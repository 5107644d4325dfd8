package io.browseragent.proxy.policy;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table gives every command the fate that the catalogue of measurements does, or there is a reason below. */
class CatalogueTest {

    private static final Map<String, List<String>> CATALOGUE = Catalogue.read("catalogue.txt");

    /** Method; kinds by their first letters; what the catalogue says; what the table says; why. */
    private static final String DELIBERATE = """
            Browser.cancelDownload              BPTW scope   refuse  downloads per client come later
            Browser.getGlobalPrivacyControl     BP   local   refuse  in Chrome's words for a browser without the feature
            Browser.grantPermissions            BPTW rewrite scope   without an own origin it is swallowed
            Browser.setPermission               BPTW rewrite scope   without an own origin it is swallowed
            Browser.resetPermissions            BPTW rewrite swallow what was granted holds for own sites only
            Browser.setDownloadBehavior         B    local   scope   downloads per client come later
            Browser.setDownloadBehavior         PTW  local   swallow downloads per client come later
            Page.setDownloadBehavior            P    local   swallow downloads per client come later
            Page.setDownloadBehavior            BTW  local   hide    Chrome has it in pages only
            DOM.setFileInputFiles               BT   pass    hide    Chrome has it in pages only
            Emulation.setAutomationOverride     BTW  pass    hide    Chrome has it in pages only
            Memory.startSampling                B    pass    refuse  as its sisters
            Memory.startSampling                TW   pass    hide    as its sisters
            Network.loadNetworkResource         BT   scope   hide    Chrome has it in pages and workers only
            Network.loadNetworkResource         PW   scope   refuse  its redirects pass every check
            Page.captureScreenshot              W    pass    hide    Chrome has it in pages only
            Page.close                          BT   pass    hide    Chrome has it in pages only
            Page.crash                          P    pass    refuse  the human's tab may share the process
            Page.crash                          BTW  pass    hide    Chrome has it in pages only
            Page.handleJavaScriptDialog         BT   pass    hide    Chrome has it in pages only
            Page.navigate                       BTW  scope   hide    Chrome has it in pages only
            Page.navigateToHistoryEntry         BT   pass    hide    Chrome has it in pages only
            Page.printToPDF                     W    pass    hide    Chrome has it in pages only
            Page.setRPHRegistrationMode         BT   pass    hide    Chrome has it in pages only
            Page.setWebLifecycleState           BT   pass    hide    Chrome has it in pages only
            Runtime.runIfWaitingForDebugger     T    hide    pass    Chrome knows it there, and Puppeteer needs it
            Input.setIgnoreInputEvents          P    refuse  pass    the tab is the client's
            Fetch.continueRequest               PW   pass    scope   its `url` could lead to the broker's own ports
            Network.enableDeviceBoundSessions   PW   pass    refuse  its events name every site's logins
            Network.getCookies                  P    scope   pass    not yet reduced to own sites
            Network.getCookies                  W    scope   refuse  not yet reduced to own sites
            Network.getCookies                  BT   scope   hide    Chrome has it in pages and workers only
            Network.getAllCookies               P    scope   pass    not yet reduced to own sites
            Network.getAllCookies               W    scope   refuse  not yet reduced to own sites
            Network.getAllCookies               BT   scope   hide    Chrome has it in pages and workers only
            Network.setCookie                   P    scope   pass    not yet reduced to own sites
            Network.setCookie                   W    scope   refuse  not yet reduced to own sites
            Network.setCookie                   BT   scope   hide    Chrome has it in pages and workers only
            Network.setCookies                  P    scope   pass    not yet reduced to own sites
            Network.setCookies                  W    rewrite refuse  of a worker it ends Chromium 156
            Network.deleteCookies               P    scope   pass    not yet reduced to own sites
            Network.deleteCookies               W    scope   refuse  not yet reduced to own sites
            Network.deleteCookies               BT   scope   hide    Chrome has it in pages and workers only
            Page.deleteCookie                   P    scope   pass    not yet reduced to own sites
            Page.deleteCookie                   BTW  scope   hide    Chrome has it in pages only
            Storage.getCookies                  W    scope   refuse  not yet reduced to own sites
            Storage.setCookies                  W    scope   refuse  not yet reduced to own sites
            Network.clearBrowserCookies         BPTW scope   swallow would log the human out everywhere
            Storage.clearCookies                BPW  scope   swallow would log the human out everywhere
            Storage.getStorageKey               B    scope   hide    the browser has no frame
            Storage.getStorageKey               PW   scope   pass    Chrome looks below the session's own frame
            Storage.getStorageKeyForFrame       B    scope   hide    the browser has no frame
            Storage.getStorageKeyForFrame       PW   scope   pass    Chrome looks below the session's own frame
            DOMStorage.enable                   PW   scope   pass    events of the session's own page
            DOMStorage.disable                  PW   scope   pass    events of the session's own page
            IO.resolveBlob                      B    scope   hide    the browser has no objects
            IO.resolveBlob                      PW   scope   pass    takes an object of the page, not a stream
            Security.disable                    B    scope   refuse  the browser's holds for the human's pages
            Security.enable                     B    scope   refuse  the browser's holds for the human's pages
            Security.handleCertificateError     B    scope   refuse  the browser's holds for the human's pages
            Security.setIgnoreCertificateErrors B    rewrite refuse  the browser's holds for the human's pages
            Security.setOverrideCertificateErrors B  scope   refuse  the browser's holds for the human's pages
            ServiceWorker.enable                P    scope   pass    its events are reduced to own sites
            ServiceWorker.disable               P    scope   pass    of the session's own page
            ServiceWorker.setForceUpdateOnPageLoad P scope   swallow one switch for the whole profile
            ServiceWorker.stopWorker            P    scope   refuse  a version may be any site's
            ServiceWorker.stopAllWorkers        P    scope   refuse  the human's sites too
            Target.createTarget                 BPT  rewrite local   opened by the broker, in the background
            Target.setAutoAttach                PTW  pass    local   the client's state must know of it
            Target.activateTarget               W    local   refuse  workers have no sight of targets
            Target.attachToTarget               W    local   refuse  workers have no sight of targets
            Target.getDevToolsTarget            PTW  local   refuse  Chrome allows it to the browser's sessions only
            Target.getTargetInfo                W    local   refuse  workers have no sight of targets
            Target.getTargets                   W    local   refuse  workers have no sight of targets
            Target.setDiscoverTargets           W    local   refuse  workers have no sight of targets
            Target.autoAttachRelated            PTW  local   refuse  Chrome allows it to the browser's sessions only
            Target.createBrowserContext         PTW  local   refuse  Chrome allows it to the browser's sessions only
            Target.disposeBrowserContext        PTW  local   refuse  Chrome allows it to the browser's sessions only
            Target.getBrowserContexts           PTW  local   refuse  Chrome allows it to the browser's sessions only
            Tracing.start                       BP   scope   refuse  tracing of own tabs comes later
            Tracing.end                         BP   scope   refuse  tracing of own tabs comes later
            Tracing.getTrackEventDescriptor     BP   scope   refuse  tracing of own tabs comes later
            Tracing.recordClockSyncMarker       BP   scope   refuse  tracing of own tabs comes later
            Tracing.requestMemoryDump           BP   scope   refuse  tracing of own tabs comes later
            Tracing.getCategories               BP   scope   pass    names only
            """;

    @Test
    void theCatalogueIsOfTheSameProtocol() {
        assertThat(CATALOGUE.keySet()).containsExactlyInAnyOrderElementsOf(CommandPolicies.KNOWN);
    }

    @Test
    void everyFateIsTheCataloguesOrDifferentForAReason() {
        assertThat(differences()).isEqualTo(deliberate());
    }

    private static String differences() {
        TreeSet<String> lines = new TreeSet<>();
        CATALOGUE.forEach((method, fates) -> {
            for (SessionKind kind : SessionKind.values()) {
                String fate = fate(CommandPolicies.of(method).treatments().get(kind));
                String catalogued = fates.get(kind.ordinal());
                if (!fate.equals(catalogued)) {
                    lines.add("%s %s %s %s".formatted(method, kind, catalogued, fate));
                }
            }
        });
        return lines.stream().collect(joining("\n"));
    }

    private static String deliberate() {
        return DELIBERATE
                .lines()
                .map(line -> line.split(" +", 5))
                .peek(words -> assertThat(words).hasSize(5))
                .flatMap(words -> words[1].chars()
                        .mapToObj(letter -> "%s %s %s %s".formatted(words[0], kind((char) letter), words[2], words[3])))
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .collect(joining("\n"));
    }

    private static SessionKind kind(char letter) {
        for (SessionKind kind : SessionKind.values()) {
            if (kind.name().charAt(0) == letter) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no kind begins with " + letter);
    }

    /** The catalogue's word for a treatment. */
    private static String fate(Treatment treatment) {
        String name = treatment.name();
        String verb = name.split("[ ,:]")[0];
        return switch (verb) {
            case "hide", "refuse" -> verb;
            case "answer", "end" -> "local";
            case "swallow" -> name.contains("pass") ? "scope" : "swallow";
            case "pass" ->
                name.contains("is left out") ? "rewrite" : name.matches("pass.* (if|for) .*") ? "scope" : "pass";
            default -> throw new IllegalStateException("no word of the catalogue for " + name);
        };
    }
}
