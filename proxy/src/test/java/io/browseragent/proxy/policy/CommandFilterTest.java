package io.browseragent.proxy.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.browseragent.core.cdp.CdpEnvelope;
import io.browseragent.core.cdp.CdpJson;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandFilterTest {

    /** Owns what is called own, and one site. */
    private static final ClientView VIEW = new ClientView() {
        private final AgentUrls urls = new AgentUrls(Set.of(9222));

        @Override
        public boolean ownsTarget(String targetId) {
            return targetId.equals("OWN");
        }

        @Override
        public boolean ownsContext(String browserContextId) {
            return browserContextId.equals("OWN");
        }

        @Override
        public boolean ownsOrigin(String url) {
            return url.startsWith("https://own.example");
        }

        @Override
        public boolean ownsStream(String handle) {
            return handle.equals("1");
        }

        @Override
        public boolean mayOpen(String url) {
            return urls.mayOpen(url);
        }

        @Override
        public Optional<String> page(Optional<String> sessionId) {
            return sessionId.map(session -> "PAGE");
        }
    };

    @ParameterizedTest
    @EnumSource(SessionKind.class)
    void whatIsNotKnownIsHiddenEverywhere(SessionKind kind) throws Exception {
        for (String method :
                new String[] {"No.such", "page.reload", "Page.reload ", "Page.newInALaterChrome", "", "x"}) {
            assertThat(error(kind, method, "{}")).isEqualTo("-32601 '" + method + "' wasn't found");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            BROWSER | Runtime.evaluate                     | {}                                        | -32601 'Runtime.evaluate' wasn't found
            BROWSER | Browser.crash                        | {}                                        | -32000 Not allowed
            PAGE    | Browser.crashGpuProcess              | {}                                        | -32000 Not allowed
            BROWSER | Target.exposeDevToolsProtocol        | {"targetId":"OWN"}                        | -32602 Not allowed
            BROWSER | Target.setRemoteLocations            | {}                                        | -32000 Not supported
            WORKER  | Target.getTargets                    | {}                                        | -32000 Not allowed
            PAGE    | Target.attachToBrowserTarget         | {}                                        | -32000 Not allowed
            WORKER  | Network.setCookies                   | {"cookies":[]}                            | -32000 Not allowed
            WORKER  | Storage.setCookies                   | {"cookies":[]}                            | -32000 Not allowed
            BROWSER | Storage.getCookies                   | {"browserContextId":"X"}                  | -32602 Failed to find browser context for id X
            BROWSER | Browser.setDownloadBehavior          | {"behavior":"allow","browserContextId":"X"} | -32602 Failed to find browser context for id X
            BROWSER | Browser.getWindowForTarget           | {}                                        | -32000 No web contents in the target
            BROWSER | Browser.getWindowForTarget           | {"targetId":"X"}                          | -32000 No target with given id
            PAGE    | Browser.getWindowForTarget           | {"targetId":"X"}                          | -32000 No target with given id
            BROWSER | Browser.getWindowBounds              | {"windowId":7}                            | -32000 Browser window not found
            PAGE    | IO.read                              | {"handle":"2"}                            | -32602 Invalid stream handle
            PAGE    | IO.read                              | {"handle":1}                              |
            PAGE    | IO.read                              | {}                                        | -32602 Invalid stream handle
            BROWSER | IO.close                             | {"handle":"2"}                            | -32602 Invalid stream handle
            PAGE    | Storage.clearDataForOrigin           | {"origin":"https://bank.example","storageTypes":"all"} | -32000 browser-agent: this site is not open in one of your tabs
            PAGE    | Storage.clearDataForOrigin           | {"storageTypes":"all"}                    | -32000 browser-agent: this site is not open in one of your tabs
            PAGE    | DOMStorage.getDOMStorageItems        | {"storageId":{"storageKey":"https://bank.example/","isLocalStorage":true}} | -32000 browser-agent: this site is not open in one of your tabs
            PAGE    | DOMStorage.getDOMStorageItems        | {"storageId":{"storageKey":"https://own.example/","securityOrigin":"https://bank.example"}} | -32000 browser-agent: this site is not open in one of your tabs
            PAGE    | DOMStorage.clear                     | {}                                        | -32000 browser-agent: this site is not open in one of your tabs
            PAGE    | IndexedDB.requestDatabaseNames       | {"storageBucket":{"storageKey":"https://bank.example/"}} | -32000 browser-agent: this site is not open in one of your tabs
            PAGE    | CacheStorage.requestEntries          | {"cacheId":"https://bank.example/"}       | -32000 browser-agent: this site is not open in one of your tabs
            PAGE    | ServiceWorker.unregister             | {"scopeURL":"https://bank.example/"}      | -32000 browser-agent: this site is not open in one of your tabs
            BROWSER | Fetch.enable                         | {}                                        | -32000 Not allowed
            BROWSER | Tethering.bind                       | {"port":1}                                | -32000 Not allowed
            BROWSER | Memory.simulatePressureNotification  | {}                                        | -32000 Not allowed
            """)
    void aRefusalHasChromesWords(SessionKind kind, String method, String params, String words) throws Exception {
        if (words == null) {
            // A handle of the wrong type is read as the text that it looks like; Chrome refuses it itself.
            assertThat(decide(kind, method, params)).isInstanceOf(Verdict.Forward.class);
        } else {
            assertThat(error(kind, method, params)).isEqualTo(words);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            BROWSER | Browser.getVersion            | {}                                              | NONE
            PAGE    | Runtime.evaluate              | {"expression":"1"}                              | NONE
            PAGE    | Page.captureScreenshot        | {}                                              | DRAW
            TAB     | Runtime.runIfWaitingForDebugger | {}                                            | RUN
            PAGE    | Runtime.runIfWaitingForDebugger | {}                                            | RUN
            PAGE    | Page.printToPDF               | {}                                              | STREAM
            PAGE    | IO.read                       | {"handle":"1"}                                  | NONE
            PAGE    | IO.read                       | {"handle":"blob:uuid"}                          | NONE
            PAGE    | Page.navigate                 | {"url":"https://a.example/"}                    | NONE
            PAGE    | Storage.clearDataForOrigin    | {"origin":"https://own.example","storageTypes":"all"} | NONE
            PAGE    | Input.dispatchKeyEvent        | {"type":"keyDown","key":"w"}                    | NONE
            BROWSER | Storage.getCookies            | {}                                              | NONE
            """)
    void theRestGoesOn(SessionKind kind, String method, String params, Verdict.Note note) throws Exception {
        assertThat(decide(kind, method, params)).isEqualTo(new Verdict.Forward(note));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PAGE    | Input.dispatchKeyEvent | {"key":"w","nativeVirtualKeyCode":25,"modifiers":2} | {"key":"w","modifiers":2}
            BROWSER | Storage.getCookies     | {"browserContextId":"OWN"}                          | {}
            BROWSER | Storage.setCookies     | {"cookies":[{"value":"\\ud800"}],"browserContextId":"OWN"} | {"cookies":[{"value":"\\ud800"}]}
            BROWSER | Browser.grantPermissions | {"permissions":[],"origin":"https://own.example"} | {"permissions":[],"origin":"https://own.example"}
            """)
    void someGoOnWithOtherParameters(SessionKind kind, String method, String params, String expected) throws Exception {
        Verdict verdict = decide(kind, method, params);

        assertThat(verdict).isInstanceOf(Verdict.Rewritten.class);
        JsonNode message = CdpJson.MAPPER.readTree(((Verdict.Rewritten) verdict).message());
        assertThat(message.path("id").asInt()).isEqualTo(7);
        assertThat(message.path("method").asText()).isEqualTo(method);
        assertThat(message.path("params")).isEqualTo(CdpJson.MAPPER.readTree(expected));
        assertThat(message.path("sessionId").asText()).isEqualTo(kind == SessionKind.BROWSER ? "" : "S");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PAGE    | Page.bringToFront         | {}                                       | {}
            BROWSER | Browser.setWindowBounds   | {"windowId":1,"bounds":{}}               | {}
            PAGE    | Network.clearBrowserCookies | {}                                     | {}
            BROWSER | Storage.clearCookies      | {"browserContextId":"OWN"}               | {}
            BROWSER | Browser.grantPermissions  | {"permissions":["geolocation"]}          | {}
            PAGE    | Browser.setPermission     | {"origin":"https://bank.example"}        | {}
            BROWSER | Browser.setDownloadBehavior | {"behavior":"deny"}                    | {}
            BROWSER | Browser.getHistograms     | {}                                       | {"histograms":[]}
            BROWSER | SystemInfo.getProcessInfo | {}                                       | {"processInfo":[]}
            PAGE    | Browser.getWindowForTarget | {}                                      | {"windowId":1,"bounds":{"left":0,"top":0,"width":1280,"height":800,"windowState":"normal"}}
            PAGE    | Page.navigate             | {"url":"chrome://settings"}              | {"frameId":"PAGE","errorText":"net::ERR_BLOCKED_BY_CLIENT"}
            PAGE    | Page.navigate             | {"url":"http://127.1:9222","frameId":"F"} | {"frameId":"F","errorText":"net::ERR_BLOCKED_BY_CLIENT"}
            """)
    void someAreAnsweredHere(SessionKind kind, String method, String params, String result) throws Exception {
        Verdict.Reply reply = (Verdict.Reply) decide(kind, method, params);

        assertThat(CdpJson.MAPPER.readTree(reply.message()).path("result")).isEqualTo(CdpJson.MAPPER.readTree(result));
        assertThat(reply.thenEnd()).isFalse();
    }

    @Test
    void aCacheIsItsSites() throws Exception {
        assertThat(decide(
                        SessionKind.PAGE, "CacheStorage.requestEntries", "{\"cacheId\":\"https://own.example/|1|x\"}"))
                .isInstanceOf(Verdict.Forward.class);
        assertThat(error(
                        SessionKind.PAGE, "CacheStorage.requestEntries", "{\"cacheId\":\"https://bank.example/|1|x\"}"))
                .contains("not open in one of your tabs");
    }

    @Test
    void browserCloseEndsTheClient() throws Exception {
        assertThat(((Verdict.Reply) decide(SessionKind.PAGE, "Browser.close", "{}")).thenEnd())
                .isTrue();
    }

    @Test
    void targetCommandsAreAnsweredFromWhatTheClientOwns() throws Exception {
        Verdict.Ask ask = (Verdict.Ask) decide(SessionKind.PAGE, "Target.getTargetInfo", "{\"targetId\":\"X\"}");

        assertThat(ask.answer()).isEqualTo(LocalAnswer.GET_TARGET_INFO);
        assertThat(ask.params().path("targetId").asText()).isEqualTo("X");
        assertThat(((Verdict.Ask) decide(SessionKind.TAB, "Target.setAutoAttach", "{}")).answer())
                .isEqualTo(LocalAnswer.SET_CHILD_AUTO_ATTACH);
        assertThat(((Verdict.Ask) decide(SessionKind.BROWSER, "Target.setAutoAttach", null)).params())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"targetId\":\"OWN\"},\"params\":{\"targetId\":\"X\"}",
                "{\"targetId\":\"OWN\",\"targetId\":\"X\"}",
                "{\"targetId\":\"OWN\",\"\\u0074argetId\":\"X\"}"
            })
    void aDoubledParameterIsRefused(String params) throws Exception {
        String text = "{\"id\":7,\"method\":\"Browser.getWindowForTarget\",\"params\":" + params + "}";
        CdpEnvelope envelope = new CdpEnvelope(7, "Browser.getWindowForTarget", Optional.empty());

        assertThat(error(CommandFilter.decide(
                        envelope,
                        SessionKind.BROWSER,
                        VIEW,
                        text.length(),
                        () -> text.getBytes(StandardCharsets.UTF_8))))
                .startsWith("-32600")
                .contains("twice");
    }

    @Test
    void whatMustBeParsedIsBounded() throws Exception {
        assertThat(error(SessionKind.PAGE, "Page.navigate", "{\"url\":\"data:," + "x".repeat(4 << 20) + "\"}"))
                .contains("4 MB");
        String many =
                IntStream.range(0, 10_001).mapToObj(i -> "\"k" + i + "\":1").collect(Collectors.joining(","));
        assertThat(error(SessionKind.PAGE, "Page.navigate", "{" + many + "}")).contains("few parameters");
    }

    private static String error(SessionKind kind, String method, String params) throws Exception {
        return error(decide(kind, method, params));
    }

    private static String error(Verdict verdict) throws Exception {
        assertThat(verdict).isInstanceOf(Verdict.Reply.class);
        JsonNode error =
                CdpJson.MAPPER.readTree(((Verdict.Reply) verdict).message()).path("error");
        return error.path("code").asInt() + " " + error.path("message").asText();
    }

    private static Verdict decide(SessionKind kind, String method, String params) {
        Optional<String> session = kind == SessionKind.BROWSER ? Optional.empty() : Optional.of("S");
        String text = "{\"id\":7,\"method\":\"" + method + "\""
                + (params == null ? "" : ",\"params\":" + params)
                + session.map(id -> ",\"sessionId\":\"" + id + "\"").orElse("") + "}";
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return CommandFilter.decide(new CdpEnvelope(7, method, session), kind, VIEW, bytes.length, () -> bytes);
    }
}
