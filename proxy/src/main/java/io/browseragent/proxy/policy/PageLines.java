package io.browseragent.proxy.policy;

import static io.browseragent.proxy.policy.Checks.without;
import static io.browseragent.proxy.policy.Line.everywhere;
import static io.browseragent.proxy.policy.Line.of;
import static io.browseragent.proxy.policy.Treatments.DRAW;
import static io.browseragent.proxy.policy.Treatments.HIDE;
import static io.browseragent.proxy.policy.Treatments.PASS;
import static io.browseragent.proxy.policy.Treatments.REFUSE;
import static io.browseragent.proxy.policy.Treatments.RUN;
import static io.browseragent.proxy.policy.Treatments.STREAM;
import static io.browseragent.proxy.policy.Treatments.SWALLOW;
import static io.browseragent.proxy.policy.Treatments.onlyOn;
import static io.browseragent.proxy.policy.Treatments.scope;

import java.util.List;

/** What concerns one page, frame or worker of the client's own. */
final class PageLines {

    private static final Treatment NAVIGATE = Navigation.ALLOWED_URL;
    private static final Treatment FOCUS = onlyOn("enabled");
    private static final Treatment REROUTE = scope(Navigation.ALLOWED_REQUEST);
    private static final Treatment KEY = scope(without("nativeVirtualKeyCode"));

    // spotless:off
    //     method                            browser      page      tab       worker   reason
    static final List<Line> LINES = List.of(
        of("Accessibility.*",                HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("Ads.*",                          HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("Animation.*",                    HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("Audits.*",                       HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("Autofill.*",                     HIDE,        REFUSE,   HIDE,     HIDE,    "the human's addresses and cards"),
        of("Autofill.enable",                HIDE,        PASS,     HIDE,     HIDE,    "events of the own page"),
        of("Autofill.disable",               HIDE,        PASS,     HIDE,     HIDE,    "own page"),
        of("Console.*",                      HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("CrashReportContext.*",           HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("CSS.*",                          HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("Debugger.*",                     HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("Debugger.setBreakpointByUrl",    HIDE,        PASS,     HIDE,     PASS,    "scripts of the own page; nothing is fetched"),
        of("DeviceAccess.*",                 HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("DeviceOrientation.*",            HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("DigitalCredentials.*",           HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("DOM.*",                          HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("DOMDebugger.*",                  HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("DOMDebugger.setXHRBreakpoint",   HIDE,        PASS,     HIDE,     PASS,    "part of an address to stop at; nothing is fetched"),
        of("DOMDebugger.removeXHRBreakpoint",HIDE,        PASS,     HIDE,     PASS,    "part of an address to stop at; nothing is fetched"),
        of("DOMSnapshot.*",                  HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("Emulation.*",                    HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("Emulation.setFocusEmulationEnabled", HIDE,    FOCUS,    HIDE,     HIDE,    "off in one session is off in all; the broker's own has it on"),
        of("Emulation.setDocumentCookieDisabled", HIDE,   PASS,     HIDE,     PASS,    "of the own page's scripts"),
        of("Emulation.setVirtualTimePolicy", HIDE,        PASS,     HIDE,     HIDE,    "own page"),
        everywhere("Emulation.getScreenInfos",    PASS,                                "the same for everybody; Puppeteer asks the browser"),
        of("Emulation.setAutomationOverride",HIDE,        PASS,     HIDE,     HIDE,    "own page"),
        everywhere("Emulation.addScreen",         REFUSE,                              "the screens are the human's"),
        everywhere("Emulation.updateScreen",      REFUSE,                              "the screens are the human's"),
        everywhere("Emulation.removeScreen",      REFUSE,                              "the screens are the human's"),
        everywhere("Emulation.setPrimaryScreen",  REFUSE,                              "the screens are the human's"),
        of("EventBreakpoints.*",             HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("FedCm.*",                        HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("Fetch.*",                        REFUSE,      PASS,     HIDE,     PASS,    "own page; for the browser it would hold everybody's requests"),
        of("Fetch.continueRequest",          REFUSE,      REROUTE,  HIDE,     REROUTE, "a request can be led to the broker's own ports past the page's address"),
        of("Fetch.takeResponseBodyAsStream", REFUSE,      STREAM,   HIDE,     STREAM,  "own page"),
        of("FileSystem.getDirectory",        HIDE,        PASS,     HIDE,     PASS,    "Chrome itself finds only what the session's frames may read"),
        of("FindInPage.*",                   HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("HeapProfiler.*",                 HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("Input.*",                        HIDE,        PASS,     HIDE,     HIDE,    "own page"),
        of("Input.dispatchKeyEvent",         HIDE,        KEY,      HIDE,     HIDE,    "a native key code runs the browser's shortcuts on the human's tab"),
        of("Input.dispatchDragEvent",        HIDE,        PASS,     HIDE,     HIDE,    "given to the own page; nothing is fetched"),
        of("Inspector.*",                    HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("LayerTree.*",                    HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("Log.*",                          HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("Media.*",                        HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("Network.*",                      HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("Network.setBlockedURLs",         HIDE,        PASS,     HIDE,     PASS,    "requests of the own page"),
        of("Network.getCertificate",         HIDE,        PASS,     HIDE,     PASS,    "certificates are public"),
        of("Network.fetchSchemefulSite",     HIDE,        PASS,     HIDE,     PASS,    "works on the name alone; nothing is fetched"),
        of("Network.canClearBrowserCookies", HIDE,        PASS,     HIDE,     PASS,    "asks, and clears nothing"),
        of("Network.loadNetworkResource",    HIDE,        REFUSE,   HIDE,     REFUSE,  "fetches with the human's logins, and its redirects pass every check"),
        of("Network.enableDeviceBoundSessions", HIDE,     REFUSE,   HIDE,     REFUSE,  "tells of the human's logins, every site's"),
        everywhere("Network.deleteDeviceBoundSession", REFUSE,                         "the human's logins"),
        everywhere("Network.setCookieControls",        REFUSE,                         "the human's settings"),
        of("Overlay.*",                      HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("Page.*",                         HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("Page.navigate",                  HIDE,        NAVIGATE, HIDE,     HIDE,    "the browser's own pages and files could change every setting"),
        of("Page.getResourceContent",        HIDE,        PASS,     HIDE,     PASS,    "of an own frame; nothing is fetched"),
        of("Page.searchInResource",          HIDE,        PASS,     HIDE,     PASS,    "of an own frame; nothing is fetched"),
        of("Page.produceCompilationCache",   HIDE,        PASS,     HIDE,     PASS,    "scripts of the own page"),
        of("Page.addCompilationCache",       HIDE,        PASS,     HIDE,     PASS,    "scripts of the own page"),
        of("Page.captureScreenshot",         HIDE,        DRAW,     HIDE,     HIDE,    "a hidden tab is not drawn, and the screenshot would wait for it"),
        of("Page.printToPDF",                HIDE,        STREAM,   HIDE,     HIDE,    "own page"),
        of("Page.crash",                     HIDE,        REFUSE,   HIDE,     HIDE,    "the human's tab may share the process"),
        of("Page.setDownloadBehavior",       HIDE,        SWALLOW,  HIDE,     HIDE,    "would change the human's downloads; per client later"),
        everywhere("Page.bringToFront",      SWALLOW,                                  "the screen is the human's"),
        everywhere("Page.startScreenRecording", REFUSE,                                "records the screen"),
        of("Performance.*",                  HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("PerformanceTimeline.*",          HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("Preload.*",                      HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("Profiler.*",                     HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("Runtime.*",                      HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("Runtime.compileScript",          HIDE,        PASS,     HIDE,     PASS,    "a name for the script; nothing is fetched"),
        of("Runtime.runIfWaitingForDebugger",HIDE,        RUN,      RUN,      RUN,     "own page; Chrome knows it in a tab too"),
        of("Schema.*",                       HIDE,        PASS,     HIDE,     PASS,    "the same for everybody"),
        of("WebAudio.*",                     HIDE,        PASS,     HIDE,     PASS,    "own page"),
        of("WebAuthn.*",                     HIDE,        PASS,     HIDE,     HIDE,    "own page"),
        of("WebMCP.*",                       HIDE,        PASS,     HIDE,     PASS,    "own page"));
    // spotless:on

    private PageLines() {}
}
