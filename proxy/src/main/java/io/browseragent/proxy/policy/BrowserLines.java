package io.browseragent.proxy.policy;

import static io.browseragent.proxy.policy.Checks.OWN_CONTEXT;
import static io.browseragent.proxy.policy.Checks.OWN_STREAM;
import static io.browseragent.proxy.policy.Checks.OWN_WINDOW;
import static io.browseragent.proxy.policy.Checks.OWN_WINDOW_TARGET;
import static io.browseragent.proxy.policy.Line.everywhere;
import static io.browseragent.proxy.policy.Line.of;
import static io.browseragent.proxy.policy.Treatments.END;
import static io.browseragent.proxy.policy.Treatments.HIDE;
import static io.browseragent.proxy.policy.Treatments.PASS;
import static io.browseragent.proxy.policy.Treatments.REFUSE;
import static io.browseragent.proxy.policy.Treatments.SWALLOW;
import static io.browseragent.proxy.policy.Treatments.answer;
import static io.browseragent.proxy.policy.Treatments.refuse;
import static io.browseragent.proxy.policy.Treatments.scope;
import static io.browseragent.proxy.policy.Treatments.then;

import io.browseragent.core.cdp.CdpError;
import java.util.List;

/** What is one for the whole browser: windows, permissions, downloads, processes, recordings. */
final class BrowserLines {

    private static final String BOUNDS =
            "{\"left\":0,\"top\":0,\"width\":1280,\"height\":800,\"windowState\":\"normal\"}";

    private static final Treatment WINDOW =
            then(answer("{\"windowId\":" + Checks.WINDOW + ",\"bounds\":" + BOUNDS + "}"), OWN_WINDOW_TARGET);
    private static final Treatment WINDOW_BOUNDS = then(answer("{\"bounds\":" + BOUNDS + "}"), OWN_WINDOW);
    private static final Treatment RESIZE = then(SWALLOW, OWN_WINDOW);
    private static final Treatment NO_COMMAND_LINE =
            refuse(new CdpError(-32000, "Command line not returned because --enable-automation not set."));
    private static final Treatment NO_PRIVACY_CONTROL =
            refuse(new CdpError(-32000, "Global Privacy Control is disabled."));
    private static final Treatment HARDWARE =
            answer("{\"gpu\":{\"devices\":[],\"driverBugWorkarounds\":[],\"videoDecoding\":[],\"videoEncoding\":[]},"
                    + "\"modelName\":\"\",\"modelVersion\":\"\",\"commandLine\":\"\"}");
    private static final Treatment OWN_PERMISSION = then(Permissions.OWN_ORIGIN_OR_NOTHING, OWN_CONTEXT);
    private static final Treatment SWALLOW_OWN = then(SWALLOW, OWN_CONTEXT);
    private static final Treatment DOWNLOADS = then(Downloads.UNLESS_FORBIDDEN, OWN_CONTEXT);
    private static final Treatment STREAM = scope(OWN_STREAM);

    // spotless:off
    //     method                            browser      page      tab       worker   reason
    static final List<Line> LINES = List.of(
        everywhere("Browser.*",                                REFUSE,         "browser-wide; what clients need has a line"),
        everywhere("Browser.getVersion",                       PASS,           "the same for everybody"),
        everywhere("Browser.close",                            END,            "ends this client, not the human's browser"),
        everywhere("Browser.getWindowForTarget",               WINDOW,         "one window that is nobody's; the human's would tell where he is"),
        everywhere("Browser.getWindowBounds",                  WINDOW_BOUNDS,  "as above"),
        everywhere("Browser.setWindowBounds",                  RESIZE,         "the window is the human's"),
        everywhere("Browser.setContentsSize",                  RESIZE,         "the window is the human's"),
        everywhere("Browser.setDockTile",                      SWALLOW,        "the desktop is the human's"),
        everywhere("Browser.addPrivacySandboxEnrollmentOverride", SWALLOW,     "browser-wide"),
        everywhere("Browser.getHistograms",                    answer("{\"histograms\":[]}"), "usage figures of the whole browser"),
        everywhere("Browser.grantPermissions",                 OWN_PERMISSION, "for own sites; for every site it would change the human's"),
        everywhere("Browser.setPermission",                    OWN_PERMISSION, "for own sites; for every site it would change the human's"),
        everywhere("Browser.resetPermissions",                 SWALLOW_OWN,    "would drop everybody's"),
        of("Browser.setDownloadBehavior",    DOWNLOADS, SWALLOW_OWN, SWALLOW_OWN, SWALLOW_OWN, "never forbids the human's downloads; not yet apart from them"),
        everywhere("Browser.cancelDownload",                   REFUSE,         "downloads per client come later"),
        everywhere("Browser.getBrowserCommandLine",            NO_COMMAND_LINE, "as Chrome answers without --enable-automation"),
        of("Browser.getGlobalPrivacyControl", NO_PRIVACY_CONTROL, NO_PRIVACY_CONTROL, HIDE, HIDE, "the human's setting; as Chrome answers without the feature"),

        everywhere("SystemInfo.getInfo",                       HARDWARE,       "names the browser's command line, with the debug port in it"),
        everywhere("SystemInfo.getFeatureState",               answer("{\"featureEnabled\":false}"), "of the whole browser"),
        everywhere("SystemInfo.getProcessInfo",                answer("{\"processInfo\":[]}"), "everybody's processes"),

        of("Memory.*",                       REFUSE,      PASS,     HIDE,     HIDE,    "of the own page"),
        everywhere("Memory.setPressureNotificationsSuppressed", REFUSE,        "browser-wide"),
        everywhere("Memory.simulatePressureNotification",       REFUSE,        "browser-wide"),
        everywhere("Memory.getBrowserSamplingProfile",          REFUSE,        "browser-wide"),

        of("Tracing.*",                      REFUSE,      REFUSE,   REFUSE,   REFUSE,  "one recording of the whole browser; of own tabs later"),
        of("Tracing.getCategories",          PASS,        PASS,     REFUSE,   REFUSE,  "names only"),

        of("IO.*",                           STREAM,      STREAM,   HIDE,     STREAM,  "handles are small numbers, and everybody's"),
        of("IO.resolveBlob",                 HIDE,        PASS,     HIDE,     PASS,    "of an own object"),

        of("Security.*",                     REFUSE,      PASS,     HIDE,     HIDE,    "of the own page; for the browser it would hold for the human's pages"),

        of("Tethering.*",                    REFUSE,      HIDE,     HIDE,     HIDE,    "opens a TCP port"),
        of("BluetoothEmulation.*",           REFUSE,      HIDE,     HIDE,     HIDE,    "replaces the adapter for everybody"),
        everywhere("Extensions.*",           REFUSE,                                   "the human's extensions"),
        everywhere("PWA.*",                  HIDE,                                     "installs applications"),
        everywhere("SmartCardEmulation.*",   HIDE,                                     "browser-wide"),
        everywhere("HeadlessExperimental.*", HIDE,                                     "not there in a headful browser"),
        of("Cast.*",                         HIDE,        REFUSE,   HIDE,     HIDE,    "the human's devices"),
        of("BackgroundService.*",            HIDE,        REFUSE,   HIDE,     HIDE,    "records every site"));
    // spotless:on

    private BrowserLines() {}
}
