package io.browseragent.proxy.policy;

import static io.browseragent.proxy.policy.Judging.VIEW;
import static io.browseragent.proxy.policy.Judging.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventFilterTest {

    @Test
    void registrationsAreReducedToThoseOfOwnSites() {
        assertThat(judge("""
                {"method":"ServiceWorker.workerRegistrationUpdated","params":{"registrations":[
                 {"registrationId":"1","scopeURL":"https://other.example/","isDeleted":false},
                 {"registrationId":"2","scopeURL":"https://own.example/a/","isDeleted":false},
                 {"registrationId":"3","scopeURL":"https://own.example.evil.example/","isDeleted":false},
                 {"registrationId":"4"}]},"sessionId":"S"}""")).map(Judging::json).contains(json("""
                {"method":"ServiceWorker.workerRegistrationUpdated","params":{"registrations":[
                 {"registrationId":"2","scopeURL":"https://own.example/a/","isDeleted":false}]},"sessionId":"S"}"""));
    }

    @Test
    void versionsAreReducedToThoseOfOwnSites() {
        assertThat(judge("""
                {"method":"ServiceWorker.workerVersionUpdated","sessionId":"S","params":{"x":1,"versions":[
                 {"versionId":"1","scriptURL":"https://own.example/sw.js","targetId":"HUMANS","controlledClients":["HUMANS"]},
                 {"versionId":"2","scriptURL":"https://other.example/sw.js","targetId":"FOREIGN"}]}}""")).map(Judging::json).contains(json("""
                {"method":"ServiceWorker.workerVersionUpdated","sessionId":"S","params":{"x":1,"versions":[
                 {"versionId":"1","scriptURL":"https://own.example/sw.js"}]}}"""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'method':'ServiceWorker.workerRegistrationUpdated',"
                        + "'params':{'registrations':[{'scopeURL':'https://other.example/'}]}}",
                "{'method':'ServiceWorker.workerRegistrationUpdated','params':{'registrations':[]}}",
                "{'method':'ServiceWorker.workerRegistrationUpdated','params':{'registrations':null}}",
                "{'method':'ServiceWorker.workerRegistrationUpdated','params':{'list':[]}}",
                "{'method':'ServiceWorker.workerRegistrationUpdated'}",
                "{'method':'ServiceWorker.workerVersionUpdated',"
                        + "'params':{'versions':[{'scopeURL':'https://own.example/'}]}}",
                "{'method':'ServiceWorker.workerErrorReported',"
                        + "'params':{'errorMessage':{'sourceURL':'https://own.example/sw.js'}}}",
                "{'method':'Storage.indexedDBListUpdated','params':{'origin':'https://own.example',"
                        + "'storageKey':'https://other.example/','bucketId':'1'}}",
                "{'method':'Storage.cacheStorageListUpdated','params':{'origin':'https://own.example'}}",
                "{'method':'Storage.cacheStorageContentUpdated'}",
                "{'method':'Storage.storageBucketCreatedOrUpdated',"
                        + "'params':{'bucketInfo':{'bucket':{'storageKey':'https://other.example/'}}}}",
                "{'method':'Storage.storageBucketCreatedOrUpdated','params':{'storageKey':'https://own.example/'}}",
                "{'method':'Tracing.dataCollected','params':{'value':[]}}",
                "{'method':'Tracing.tracingComplete','params':{'stream':'7'}}"
            })
    void whatHasNothingOfAnOwnSiteIsDropped(String event) {
        assertThat(judge(event.replace('\'', '"'))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Storage.cacheStorageListUpdated;       {'storageKey':'https://own.example/'}",
                "Storage.cacheStorageContentUpdated;    {'storageKey':'https://own.example/','cacheName':'a'}",
                "Storage.indexedDBListUpdated;          {'storageKey':'https://own.example/','bucketId':'1'}",
                "Storage.indexedDBContentUpdated;       {'storageKey':'https://own.example/'}",
                "Storage.storageBucketCreatedOrUpdated; "
                        + "{'bucketInfo':{'id':'1','bucket':{'storageKey':'https://own.example/'}}}"
            })
    void whatIsOfAnOwnSitePassesAsItIs(String method, String params) {
        byte[] event = ("{\"method\":\"" + method + "\",\"params\":" + params.replace('\'', '"') + "}")
                .getBytes(StandardCharsets.UTF_8);

        assertThat(EventFilter.mustJudge(method)).isTrue();
        assertThat(EventFilter.judge(event, VIEW)).containsSame(event);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Page.loadEventFired", "Network.requestWillBeSent", "X.y", "ServiceWorker.ofALaterChrome", ""})
    void otherEventsPassAsTheyAre(String method) {
        byte[] event =
                ("{\"method\":\"" + method + "\",\"params\":{\"registrations\":[]}}").getBytes(StandardCharsets.UTF_8);

        assertThat(EventFilter.mustJudge(method)).isFalse();
        assertThat(EventFilter.judge(event, VIEW)).containsSame(event);
    }

    @Test
    void everyEventOfTheTableIsJudgedAndSaysWhy() {
        assertThat(EventFilter.lines()).hasSizeGreaterThanOrEqualTo(11).allSatisfy((event, line) -> {
            assertThat(EventFilter.mustJudge(event)).as(event).isTrue();
            assertThat(line.reason()).as(event).isNotBlank();
            assertThat(line.list().isEmpty() || !line.site().isEmpty())
                    .as(event)
                    .isTrue();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{", "null", "{\"method\":\"X.y\"} x"})
    void whatIsNoEventIsAFaultOfTheBrowsers(String text) {
        assertThatIllegalStateException().isThrownBy(() -> judge(text));
    }

    private static Optional<byte[]> judge(String event) {
        return EventFilter.judge(event.getBytes(StandardCharsets.UTF_8), VIEW);
    }
}
