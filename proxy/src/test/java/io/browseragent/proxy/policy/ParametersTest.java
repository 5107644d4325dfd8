package io.browseragent.proxy.policy;

import static io.browseragent.proxy.policy.Judging.judge;
import static io.browseragent.proxy.policy.Judging.reply;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Chromium 156 says of the same commands, but for the position in its own encoding. */
class ParametersTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "attachToTarget; {}; targetId - BINDINGS: mandatory field missing",
                "attachToTarget; {'targetId':5}; targetId - BINDINGS: string value expected",
                "attachToTarget; {'targetId':null}; targetId - BINDINGS: string value expected",
                "attachToTarget; {'targetId':'x','flatten':1}; flatten - BINDINGS: bool value expected",
                "closeTarget; {}; targetId - BINDINGS: mandatory field missing",
                "activateTarget; {'targetId':{}}; targetId - BINDINGS: string value expected",
                "getDevToolsTarget; {}; targetId - BINDINGS: mandatory field missing",
                "getTargetInfo; {'targetId':5}; targetId - BINDINGS: string value expected",
                "getTargets; {'filter':'x'}; filter - CBOR: array start expected",
                "getTargets; {'filter':{}}; filter - CBOR: array start expected",
                "getTargets; {'filter':null}; filter - CBOR: array start expected",
                "getTargets; {'filter':[1]}; filter - CBOR: map start expected",
                "getTargets; {'filter':[{'type':5}]}; filter.type - BINDINGS: string value expected",
                "getTargets; {'filter':[{},{'exclude':'a'}]}; filter.exclude - BINDINGS: bool value expected",
                "setDiscoverTargets; {}; discover - BINDINGS: mandatory field missing",
                "setDiscoverTargets; {'discover':1}; discover - BINDINGS: bool value expected",
                "setDiscoverTargets; {'discover':true,'filter':5}; filter - CBOR: array start expected",
                "setAutoAttach; {}; autoAttach - BINDINGS: mandatory field missing",
                "setAutoAttach; {'autoAttach':true}; waitForDebuggerOnStart - BINDINGS: mandatory field missing",
                "setAutoAttach; {'autoAttach':true,'waitForDebuggerOnStart':false,'flatten':'x'}; "
                        + "flatten - BINDINGS: bool value expected",
                "autoAttachRelated; {'targetId':'x'}; waitForDebuggerOnStart - BINDINGS: mandatory field missing",
                "createTarget; {}; url - BINDINGS: mandatory field missing",
                "createTarget; {'url':5}; url - BINDINGS: string value expected",
                "createTarget; {'url':'about:blank','width':'x'}; width - BINDINGS: int32 value expected",
                "createTarget; {'url':'about:blank','left':1.5}; left - BINDINGS: int32 value expected",
                "createTarget; {'url':'about:blank','background':'x'}; background - BINDINGS: bool value expected",
                "createTarget; {'url':'about:blank','browserContextId':3}; "
                        + "browserContextId - BINDINGS: string value expected",
                "createBrowserContext; {'disposeOnDetach':'x'}; disposeOnDetach - BINDINGS: bool value expected",
                "createBrowserContext; {'originsWithUniversalNetworkAccess':'x'}; "
                        + "originsWithUniversalNetworkAccess - CBOR: array start expected",
                "disposeBrowserContext; {}; browserContextId - BINDINGS: mandatory field missing",
                "detachFromTarget; {'sessionId':4}; sessionId - BINDINGS: string value expected",
                "sendMessageToTarget; {}; message - BINDINGS: mandatory field missing",
                "sendMessageToTarget; {'message':4}; message - BINDINGS: string value expected",
            })
    void aWrongParameterIsNamed(String method, String params, String data) {
        JsonNode error = reply(judge(SessionKind.BROWSER, "Target." + method, params.replace('\'', '"')))
                .path("error");
        assertThat(error.path("code").asInt()).isEqualTo(-32602);
        assertThat(error.path("message").asText()).isEqualTo("Invalid parameters");
        assertThat(error.path("data").asText()).isEqualTo("Failed to deserialize params." + data);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "getTargets; {}",
                "getTargets; {'filter':[{'type':'page','exclude':true},{}],'more':5}",
                "getTargetInfo; {}",
                "detachFromTarget; {}",
                "setAutoAttach; {'autoAttach':true,'waitForDebuggerOnStart':false}",
                "createTarget; {'url':'','width':800,'focus':false}",
            })
    void whatIsInOrderIsAnswered(String method, String params) {
        assertThat(judge(SessionKind.BROWSER, "Target." + method, params.replace('\'', '"')))
                .isInstanceOf(Verdict.Ask.class);
    }
}
