package io.browseragent.proxy.policy;

import static io.browseragent.proxy.policy.Judging.assertForwarded;
import static io.browseragent.proxy.policy.Judging.error;
import static io.browseragent.proxy.policy.Judging.judge;
import static io.browseragent.proxy.policy.Judging.judgeText;
import static io.browseragent.proxy.policy.Judging.reply;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The words of every refusal: Chrome's where it has some, for what is foreign is to look as if it did not exist. */
class RefusalTest {

    private static final String NOT_OWN = "-32000 browser-agent: this site is not open in one of your tabs";

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Storage.getCookies; {'browserContextId':'X'}; -32602 Failed to find browser context for id X",
                "Storage.setCookies; {'cookies':[],'browserContextId':'X'}; -32602 Failed to find browser context for id X",
                "Storage.clearCookies; {'browserContextId':'X'}; -32602 Failed to find browser context for id X",
                "Browser.grantPermissions; {'browserContextId':'X'}; -32602 Failed to find browser context for id X",
                "Browser.setPermission; {'browserContextId':'X'}; -32602 Failed to find browser context for id X",
                "Browser.resetPermissions; {'browserContextId':'X'}; -32602 Failed to find browser context for id X",
                "Browser.setDownloadBehavior; {'browserContextId':'X'}; -32602 Failed to find browser context for id X",
                "Browser.getWindowForTarget; {'targetId':'X'}; -32000 No target with given id",
                "Browser.getWindowForTarget; {}; -32000 No web contents in the target",
                "Browser.getWindowForTarget; null; -32000 No web contents in the target",
                "Browser.getWindowBounds; {'windowId':99}; -32000 Browser window not found",
                "Browser.setWindowBounds; {'windowId':99,'bounds':{}}; -32000 Browser window not found",
                "Browser.setContentsSize; {'windowId':99}; -32000 Browser window not found",
                "IO.read; {'handle':'8'}; -32602 Invalid stream handle",
                "IO.close; {'handle':'8'}; -32602 Invalid stream handle",
                "Browser.getBrowserCommandLine; {}; "
                        + "-32000 Command line not returned because --enable-automation not set.",
                "Browser.getGlobalPrivacyControl; {}; -32000 Global Privacy Control is disabled.",
                "Browser.crash; {}; -32000 Not allowed",
                "Browser.crashGpuProcess; {}; -32000 Not allowed",
                "Fetch.enable; {}; -32000 Not allowed",
                "Tracing.start; {}; -32000 Not allowed",
                "Tethering.bind; {'port':1}; -32000 Not allowed",
                "Target.exposeDevToolsProtocol; {'targetId':'OWN-TARGET'}; -32602 Not allowed",
                "Target.setRemoteLocations; {'locations':[]}; -32000 Not supported",
                "Target.openDevTools; {'targetId':'OWN-TARGET'}; -32000 Not allowed",
                "Page.navigate; {'url':'about:blank'}; -32601 'Page.navigate' wasn't found",
                "Runtime.evaluate; {'expression':'1'}; -32601 'Runtime.evaluate' wasn't found"
            })
    void atTheBrowser(String method, String params, String words) {
        assertThat(error(judge(SessionKind.BROWSER, method, params.replace('\'', '"'))))
                .isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Target.attachToBrowserTarget; {}; -32000 Not allowed",
                "Target.createBrowserContext; {}; -32000 Not allowed",
                "Target.getBrowserContexts; {}; -32000 Not allowed",
                "Target.autoAttachRelated; {}; -32000 Target.autoAttachRelated is only supported on the Browser target",
                "Browser.getWindowForTarget; {'targetId':'OWN-PAGE-OF-ANOTHER'}; -32000 No target with given id",
                "Storage.clearDataForOrigin; {'origin':'https://other.example'}; " + NOT_OWN,
                "Storage.clearDataForOrigin; {}; " + NOT_OWN,
                "Storage.clearDataForStorageKey; {'storageKey':'https://other.example/'}; " + NOT_OWN,
                "Storage.getUsageAndQuota; {'origin':'*'}; " + NOT_OWN,
                "Storage.deleteStorageBucket; {'bucket':{'storageKey':'https://other.example/','name':'a'}}; "
                        + NOT_OWN,
                "Storage.deleteStorageBucket; {'bucket':'https://own.example'}; " + NOT_OWN,
                "DOMStorage.clear; {'storageId':{'isLocalStorage':true}}; " + NOT_OWN,
                "DOMStorage.clear; {}; " + NOT_OWN,
                "DOMStorage.clear; {'storageId':{'storageKey':'https://other.example/'}}; " + NOT_OWN,
                "DOMStorage.clear; {'storageId':{'storageKey':'https://own.example/',"
                        + "'securityOrigin':'https://other.example'}}; " + NOT_OWN,
                "IndexedDB.requestDatabaseNames; {'securityOrigin':'https://other.example'}; " + NOT_OWN,
                "IndexedDB.requestDatabaseNames; {'securityOrigin':'https://own.example',"
                        + "'storageKey':'https://other.example/'}; " + NOT_OWN,
                "IndexedDB.deleteDatabase; {'storageBucket':{'storageKey':'https://other.example/'}}; " + NOT_OWN,
                "CacheStorage.requestCacheNames; {'storageKey':'https://other.example/'}; " + NOT_OWN,
                "CacheStorage.requestEntries; {'cacheId':'https://other.example/||a'}; " + NOT_OWN,
                "CacheStorage.requestEntries; {'cacheId':'https://own.example/'}; " + NOT_OWN,
                "CacheStorage.requestEntries; {'cacheId':''}; " + NOT_OWN,
                "CacheStorage.requestEntries; {}; " + NOT_OWN,
                "ServiceWorker.unregister; {'scopeURL':'https://other.example/'}; " + NOT_OWN,
                "ServiceWorker.deliverPushMessage; {'origin':'https://other.example'}; " + NOT_OWN,
                "Network.loadNetworkResource; {'url':'https://own.example/'}; -32000 Not allowed",
                "ServiceWorker.stopWorker; {'versionId':'1'}; -32000 Not allowed",
                "ServiceWorker.stopAllWorkers; {}; -32000 Not allowed",
                "Network.enableDeviceBoundSessions; {'enable':true}; -32000 Not allowed",
                "Page.crash; {}; -32000 Not allowed",
                "Page.startScreenRecording; {}; -32000 Not allowed",
                "Memory.simulatePressureNotification; {'level':'critical'}; -32000 Not allowed",
                "Tethering.bind; {}; -32601 'Tethering.bind' wasn't found",
                "PWA.install; {}; -32601 'PWA.install' wasn't found"
            })
    void inAPage(String method, String params, String words) {
        assertThat(error(judge(SessionKind.PAGE, method, params.replace('\'', '"'))))
                .isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Target.getTargets",
                "Target.getTargetInfo",
                "Target.attachToTarget",
                "Target.createTarget",
                "Target.activateTarget",
                "Target.setDiscoverTargets",
                "Network.setCookies",
                "Network.getAllCookies",
                "Storage.getCookies",
                "Storage.setCookies"
            })
    void inAWorker(String method) {
        assertThat(error(judge(SessionKind.WORKER, method, "{}"))).isEqualTo("-32000 Not allowed");
    }

    /** Chrome takes none of these either. */
    @ParameterizedTest
    @ValueSource(strings = {"5", "null", "[]", "[\"OWN-CONTEXT\"]", "{}", "true", "\"\"", "\"own-context\""})
    void aContextOfAnotherTypeIsForeign(String id) {
        assertThat(error(judge(SessionKind.BROWSER, "Storage.getCookies", "{\"browserContextId\":" + id + "}")))
                .startsWith("-32602 Failed to find browser context for id ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "null", "[]", "[\"OWN-TARGET\"]", "{}", "\"\"", "\"own-target\""})
    void aTargetOfAnotherTypeIsForeign(String id) {
        assertThat(error(judge(SessionKind.PAGE, "Browser.getWindowForTarget", "{\"targetId\":" + id + "}")))
                .isEqualTo("-32000 No target with given id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"1\"", "1.0", "null", "[]", "[1]", "{}", "true", "0", "-1", "4294967297", "\"x\""})
    void aWindowOfAnotherTypeIsForeign(String id) {
        assertThat(error(judge(SessionKind.BROWSER, "Browser.getWindowBounds", "{\"windowId\":" + id + "}")))
                .isEqualTo("-32000 Browser window not found");
    }

    @Test
    void theWindowMustBeNamed() {
        for (String params : new String[] {"{}", "null", "[]"}) {
            assertThat(error(judge(SessionKind.BROWSER, "Browser.getWindowBounds", params)))
                    .isEqualTo("-32000 Browser window not found");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "[]", "[\"7\"]", "{}", "8", "\"\"", "\"07\"", "\" 7\""})
    void aStreamOfAnotherTypeIsForeign(String handle) {
        assertThat(error(judge(SessionKind.PAGE, "IO.read", "{\"handle\":" + handle + "}")))
                .isEqualTo("-32602 Invalid stream handle");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "5", "[]", "[\"https://own.example\"]", "{}", "\"\"", "\"null\""})
    void aSiteOfAnotherTypeIsForeign(String site) {
        assertThat(error(judge(SessionKind.PAGE, "Storage.clearDataForOrigin", "{\"origin\":" + site + "}")))
                .isEqualTo(NOT_OWN);
        assertThat(error(judge(SessionKind.PAGE, "IndexedDB.requestDatabaseNames", "{\"storageKey\":" + site + "}")))
                .isEqualTo(NOT_OWN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"browserContextId\":\"OWN-CONTEXT\",\"browserContextId\":\"X\"}",
                "{\"browserContextId\":\"X\",\"browserContextId\":\"OWN-CONTEXT\"}",
                "{\"browserContextId\":\"OWN-CONTEXT\",\"browserContextId\":\"OWN-CONTEXT\"}",
                "{\"browserContextId\":\"OWN-CONTEXT\",\"browserContext\\u0049d\":\"X\"}",
                "{\"a\":{\"b\":1,\"b\":1}}"
            })
    void aParameterThatIsThereTwiceIsRefused(String params) {
        assertThat(error(judge(SessionKind.BROWSER, "Storage.getCookies", params)))
                .isEqualTo("-32600 browser-agent: Storage.getCookies must not have a parameter twice");
    }

    @ParameterizedTest
    @CsvSource({"Target.closeTarget", "Target.attachToTarget", "Browser.getWindowForTarget"})
    void aTargetThatIsNamedTwiceIsRefused(String method) {
        assertThat(error(judge(SessionKind.PAGE, method, "{\"targetId\":\"OWN-TARGET\",\"targetId\":\"X\"}")))
                .isEqualTo("-32600 browser-agent: " + method + " must not have a parameter twice");
    }

    @Test
    void fourMegabytesAreReadAndNoMore() {
        String begin = "{\"id\":1,\"method\":\"IO.read\",\"params\":{\"handle\":\"7\",\"x\":\"";
        String end = "\"}}";
        String rest = "x".repeat((4 << 20) - begin.length() - end.length());

        assertForwarded(judgeText(SessionKind.PAGE, begin + rest + end), Verdict.Note.NONE);
        assertThat(error(judgeText(SessionKind.PAGE, begin + rest + "x" + end)))
                .isEqualTo("-32602 browser-agent: IO.read takes at most 4 MB and few parameters");
    }

    @Test
    void twentyThousandTokensAreReadAndNoMore() {
        assertForwarded(judge(SessionKind.PAGE, "IO.read", manyTokens(19_000)), Verdict.Note.NONE);
        assertThat(error(judge(SessionKind.PAGE, "IO.read", manyTokens(20_001))))
                .isEqualTo("-32602 browser-agent: IO.read takes at most 4 MB and few parameters");
    }

    private static String manyTokens(int count) {
        return "{\"handle\":\"7\",\"x\":[1" + ",1".repeat(count - 1) + "]}";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:9229/json/list",
                "http://localhost:00000000009229/",
                "http://2130706433:9229",
                "chrome://settings",
                "file:///etc/passwd"
            })
    void aRequestIsNotLedWhereAgentsMayNotGo(String url) {
        String words =
                "-32000 browser-agent: agents may open http, https, data and blob URLs and about:blank, and none of"
                        + " the broker's own ports, not " + url;

        assertThat(error(judge(
                        SessionKind.PAGE, "Fetch.continueRequest", "{\"requestId\":\"1\",\"url\":\"" + url + "\"}")))
                .isEqualTo(words);
        assertThat(error(judge(SessionKind.WORKER, "Fetch.continueRequest", "{\"url\":\"" + url + "\"}")))
                .isEqualTo(words);
    }

    @ParameterizedTest
    @EnumSource(SessionKind.class)
    void aRefusalSaysWhichCommandAndWhichSession(SessionKind kind) {
        var reply = reply(judge(kind, "Browser.crash", "{}"));

        assertThat(reply.path("id").asInt()).isEqualTo(1);
        assertThat(reply.path("sessionId").asText("")).isEqualTo(kind == SessionKind.BROWSER ? "" : "S");
        assertThat(reply.has("result")).isFalse();
    }
}
