package io.browseragent.proxy.policy;

import static io.browseragent.proxy.policy.Judging.assertForwarded;
import static io.browseragent.proxy.policy.Judging.error;
import static io.browseragent.proxy.policy.Judging.json;
import static io.browseragent.proxy.policy.Judging.judge;
import static io.browseragent.proxy.policy.Judging.judgeText;
import static io.browseragent.proxy.policy.Judging.reply;
import static io.browseragent.proxy.policy.Judging.rewritten;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.browseragent.core.cdp.CdpEnvelope;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes on, what goes on changed, and what is remembered of it. */
class CommandFilterTest {

    @Test
    void aCommandThatPassesIsNotRead() {
        CdpEnvelope evaluate = new CdpEnvelope(1, "Runtime.evaluate", Optional.of("S"));
        CommandFilter.Message unread = () -> {
            throw new AssertionError("read");
        };

        Verdict first = CommandFilter.decide(evaluate, SessionKind.PAGE, Judging.VIEW, Integer.MAX_VALUE, unread);
        Verdict second = CommandFilter.decide(evaluate, SessionKind.PAGE, Judging.VIEW, Integer.MAX_VALUE, unread);

        assertThat(second).isSameAs(first).isEqualTo(new Verdict.Forward(Verdict.Note.NONE));
    }

    @Test
    void aCommandThatPassesCostsNoMemory() {
        CdpEnvelope evaluate = new CdpEnvelope(1, "Runtime.evaluate", Optional.of("S"));
        CommandFilter.Message unread = () -> {
            throw new AssertionError("read");
        };
        ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        int commands = 10_000;
        CommandFilter.decide(evaluate, SessionKind.PAGE, Judging.VIEW, 1, unread);

        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < commands; i++) {
            CommandFilter.decide(evaluate, SessionKind.PAGE, Judging.VIEW, 1, unread);
        }

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(commands);
    }

    /** None of these may depend on what the message says, or on its size. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Page.captureScreenshot",
                "Page.printToPDF",
                "Page.bringToFront",
                "Page.crash",
                "Runtime.runIfWaitingForDebugger",
                "Browser.close",
                "Browser.crash",
                "Tethering.bind",
                "X.y"
            })
    void aFateThatIsFixedNeedsNoReading(String method) {
        CdpEnvelope command = new CdpEnvelope(1, method, Optional.of("S"));

        assertThat(CommandFilter.decide(command, SessionKind.PAGE, Judging.VIEW, Integer.MAX_VALUE, () -> {
                    throw new AssertionError("read");
                }))
                .isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "PAGE,   Page.captureScreenshot,          DRAW",
        "PAGE,   Page.printToPDF,                 STREAM",
        "PAGE,   Fetch.takeResponseBodyAsStream,  STREAM",
        "WORKER, Fetch.takeResponseBodyAsStream,  STREAM",
        "PAGE,   Runtime.runIfWaitingForDebugger, RUN",
        "TAB,    Runtime.runIfWaitingForDebugger, RUN",
        "WORKER, Runtime.runIfWaitingForDebugger, RUN",
        "PAGE,   Runtime.evaluate,                NONE",
        "PAGE,   Input.dispatchMouseEvent,        NONE",
        "BROWSER,Browser.getVersion,              NONE",
        "BROWSER,Emulation.getScreenInfos,        NONE"
    })
    void whatGoesOnIsRememberedWhereThatMatters(SessionKind kind, String method, Verdict.Note note) {
        assertForwarded(judge(kind, method, "{}"), note);
    }

    @ParameterizedTest
    @EnumSource(SessionKind.class)
    void closingTheBrowserIsAnsweredThenEndsTheClient(SessionKind kind) {
        Verdict verdict = judge(kind, "Browser.close", "{}");

        assertThat(reply(verdict).path("result")).isEmpty();
        assertThat(reply(verdict).has("error")).isFalse();
        assertThat(((Verdict.Reply) verdict).thenEnd()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Page.bringToFront", "Network.clearBrowserCookies", "Network.clearBrowserCache"})
    void whatIsSwallowedSucceeds(String method) {
        Verdict verdict = judge(SessionKind.PAGE, method, "{}");

        assertThat(reply(verdict)).isEqualTo(json("{\"id\":1,\"result\":{},\"sessionId\":\"S\"}"));
        assertThat(((Verdict.Reply) verdict).thenEnd()).isFalse();
    }

    @Test
    void aKeyGoesOnWithoutItsNativeCode() {
        assertThat(rewritten(judge(
                        SessionKind.PAGE,
                        "Input.dispatchKeyEvent",
                        "{\"type\":\"keyDown\",\"nativeVirtualKeyCode\":87,\"modifiers\":2,\"text\":\"\"}")))
                .isEqualTo(json("""
                        {"id":1,"method":"Input.dispatchKeyEvent",
                         "params":{"type":"keyDown","modifiers":2,"text":""},"sessionId":"S"}"""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"87\"", "[87]", "{}", "0"})
    void aNativeCodeOfAnyTypeIsLeftOut(String code) {
        assertThat(rewritten(judge(
                                SessionKind.PAGE, "Input.dispatchKeyEvent", "{\"nativeVirtualKeyCode\":" + code + "}"))
                        .path("params"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"type\":\"keyDown\",\"windowsVirtualKeyCode\":87}", "{}", "null", "[]"})
    void aKeyWithoutANativeCodeGoesOnAsItIs(String params) {
        assertForwarded(judge(SessionKind.PAGE, "Input.dispatchKeyEvent", params), Verdict.Note.NONE);
    }

    @Test
    void anOwnContextIsLeftOutOfWhatGoesOn() {
        assertThat(rewritten(judgeText(SessionKind.BROWSER, """
                        {"method":"Storage.setCookies","id":7,"params":{"browserContextId":"OWN-CONTEXT","cookies":[
                         {"name":"a","value":"\\ud800 \\u0000 ü 😀","expires":1.5e300,"priority":9007199254740993,"x":[null,true]}]}}"""))).isEqualTo(json("""
                        {"id":7,"method":"Storage.setCookies","params":{"cookies":[
                         {"name":"a","value":"\\ud800 \\u0000 ü 😀","expires":1.5e300,"priority":9007199254740993,"x":[null,true]}]}}"""));
    }

    @Test
    void aLoneSurrogateIsWrittenAsItCame() {
        Verdict verdict = judge(
                SessionKind.BROWSER,
                "Storage.setCookies",
                "{\"browserContextId\":\"OWN-CONTEXT\",\"cookies\":[\"\\udc00x\\ud83d\"]}");

        assertThat(new String(((Verdict.Rewritten) verdict).message(), StandardCharsets.UTF_8))
                .containsIgnoringCase("\"\\udc00x\\ud83d\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "null", "[]", "{\"browserContextID\":\"X\"}"})
    void whereNoContextIsNamedTheCommandGoesOnAsItIs(String params) {
        assertForwarded(judge(SessionKind.BROWSER, "Storage.getCookies", params), Verdict.Note.NONE);
    }

    @Test
    void paramsMayBeMissing() {
        assertForwarded(
                judgeText(SessionKind.BROWSER, "{\"id\":1,\"method\":\"Storage.getCookies\"}"), Verdict.Note.NONE);
        assertThat(error(judgeText(SessionKind.BROWSER, "{\"id\":1,\"method\":\"IO.read\"}")))
                .isEqualTo("-32602 Invalid stream handle");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Storage.clearDataForOrigin; {'origin':'https://own.example','storageTypes':'all'}",
                "Storage.clearDataForStorageKey; {'storageKey':'https://own.example/','storageTypes':'all'}",
                "Storage.deleteStorageBucket; {'bucket':{'storageKey':'https://own.example/','name':'a'}}",
                "DOMStorage.getDOMStorageItems; {'storageId':{'storageKey':'https://own.example/','isLocalStorage':true}}",
                "DOMStorage.clear; {'storageId':{'securityOrigin':'https://own.example','isLocalStorage':true}}",
                "IndexedDB.requestDatabaseNames; {'securityOrigin':'https://own.example'}",
                "IndexedDB.requestDatabase; {'storageBucket':{'storageKey':'https://own.example/'},'databaseName':'a'}",
                "IndexedDB.enable; {}",
                "CacheStorage.requestCacheNames; {'storageKey':'https://own.example/'}",
                "CacheStorage.deleteCache; {'cacheId':'https://own.example/||name|with|bars'}",
                "ServiceWorker.unregister; {'scopeURL':'https://own.example/a'}",
                "ServiceWorker.deliverPushMessage; {'origin':'https://own.example','registrationId':'1','data':''}",
                "IO.read; {'handle':'7','size':3}",
                "IO.close; {'handle':'blob:0c1a'}",
                "Fetch.continueRequest; {'requestId':'1'}",
                "Fetch.continueRequest; {'requestId':'1','url':'https://other.example/'}",
                "Page.navigate; {'url':'https://other.example/'}"
            })
    void whatIsOwnGoesOnAsItIs(String method, String params) {
        assertForwarded(judge(SessionKind.PAGE, method, params.replace('\'', '"')), Verdict.Note.NONE);
    }

    @Test
    void theFocusIsGivenAndNeverTaken() {
        String focus = "Emulation.setFocusEmulationEnabled";

        assertForwarded(judge(SessionKind.PAGE, focus, "{\"enabled\":true}"), Verdict.Note.NONE);
        for (String params :
                List.of("{\"enabled\":false}", "{\"enabled\":\"true\"}", "{\"enabled\":1}", "{}", "null")) {
            assertThat(reply(judge(SessionKind.PAGE, focus, params))
                            .path("result")
                            .isObject())
                    .as(params)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{'url':'chrome://settings'}; OWN-PAGE",
                "{'url':'file:///etc/passwd','frameId':'F'}; F",
                "{'url':'http://127.1:9229/json','frameId':''}; OWN-PAGE",
                "{'url':'javascript:1','frameId':5}; 5"
            })
    void aNavigationThatIsNotAllowedFailsAsABlockedOne(String params, String frame) {
        assertThat(reply(judge(SessionKind.PAGE, "Page.navigate", params.replace('\'', '"')))
                        .path("result"))
                .isEqualTo(json("{\"frameId\":\"" + frame + "\",\"errorText\":\"net::ERR_BLOCKED_BY_CLIENT\"}"));
    }

    @Test
    void aPermissionForAnOwnSiteGoesOnWithoutItsContext() {
        assertThat(rewritten(judge(
                                SessionKind.BROWSER,
                                "Browser.grantPermissions",
                                "{\"permissions\":[\"geolocation\"],\"origin\":\"https://own.example\","
                                        + "\"browserContextId\":\"OWN-CONTEXT\"}"))
                        .path("params"))
                .isEqualTo(json("{\"permissions\":[\"geolocation\"],\"origin\":\"https://own.example\"}"));
    }

    @Test
    void aPermissionForAnOwnFrameInAnOwnSiteGoesOn() {
        assertThat(rewritten(judge(
                                SessionKind.BROWSER,
                                "Browser.setPermission",
                                "{\"origin\":\"https://own.example\",\"embeddedOrigin\":\"https://own.example\"}"))
                        .path("params"))
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Browser.grantPermissions; {}",
                "Browser.grantPermissions; {'origin':null}",
                "Browser.grantPermissions; {'origin':['https://own.example']}",
                "Browser.setPermission; {'origin':'https://other.example'}",
                "Browser.setPermission; {'origin':'https://own.example','embeddedOrigin':'https://other.example'}",
                "Browser.setPermission; {'origin':'https://own.example','embeddedOrigin':null}",
                "Browser.setPermission; {'embeddedOrigin':'https://own.example'}",
                "Browser.resetPermissions; {}",
                "Browser.resetPermissions; {'browserContextId':'OWN-CONTEXT'}",
                "Browser.setDownloadBehavior; {'behavior':'deny','browserContextId':'OWN-CONTEXT'}",
                "Browser.setWindowBounds; {'windowId':1,'bounds':{'windowState':'minimized'}}",
                "Browser.setContentsSize; {'windowId':1,'width':3}",
                "Storage.clearCookies; {'browserContextId':'OWN-CONTEXT'}"
            })
    void whatWouldReachTheHumanIsSaidToBeDone(String method, String params) {
        assertThat(reply(judge(SessionKind.BROWSER, method, params.replace('\'', '"'))))
                .isEqualTo(json("{\"id\":1,\"result\":{}}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "BROWSER; Browser.getWindowForTarget; {'targetId':'OWN-TARGET'}",
                "PAGE;    Browser.getWindowForTarget; {}",
                "PAGE;    Browser.getWindowForTarget; {'targetId':'OWN-TARGET'}",
                "WORKER;  Browser.getWindowForTarget; null"
            })
    void everyOwnTabIsInTheSameWindow(SessionKind kind, String method, String params) {
        assertThat(reply(judge(kind, method, params.replace('\'', '"'))).path("result"))
                .isEqualTo(json("""
                        {"windowId":1,"bounds":{"left":0,"top":0,"width":1280,"height":800,"windowState":"normal"}}"""));
        assertThat(reply(judge(kind, "Browser.getWindowBounds", "{\"windowId\":1}"))
                        .at("/result/bounds/width")
                        .asInt())
                .isEqualTo(1280);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Browser.getHistograms;      {'histograms':[]}",
                "SystemInfo.getProcessInfo;  {'processInfo':[]}",
                "SystemInfo.getFeatureState; {'featureEnabled':false}",
                "Storage.getTrustTokens;     {'tokens':[]}"
            })
    void whatIsTheHumansIsAnsweredWithNothing(String method, String result) {
        assertThat(reply(judge(SessionKind.BROWSER, method, "{}")).path("result"))
                .isEqualTo(json(result.replace('\'', '"')));
    }

    @Test
    void theHardwareIsAnsweredWithoutTheCommandLine() {
        assertThat(reply(judge(SessionKind.BROWSER, "SystemInfo.getInfo", "{}"))
                        .at("/result/commandLine")
                        .asText("none"))
                .isEmpty();
    }

    @Test
    void whatIsAnsweredFromOwnThingsCarriesItsParameters() {
        Verdict verdict = judge(SessionKind.PAGE, "Target.closeTarget", "{\"targetId\":\"X\"}");

        assertThat(verdict).isInstanceOfSatisfying(Verdict.Ask.class, ask -> {
            assertThat(ask.answer()).isEqualTo(LocalAnswer.CLOSE_TARGET);
            assertThat(ask.params()).isEqualTo(json("{\"targetId\":\"X\"}"));
            assertThat(ask.command().sessionId()).contains("S");
        });
        assertThat(((Verdict.Ask) judge(SessionKind.BROWSER, "Target.getTargets", "null")).params())
                .isEmpty();
    }
}
