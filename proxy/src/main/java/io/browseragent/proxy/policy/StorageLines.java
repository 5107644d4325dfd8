package io.browseragent.proxy.policy;

import static io.browseragent.proxy.policy.Checks.OWN_CACHE;
import static io.browseragent.proxy.policy.Checks.OWN_CONTEXT;
import static io.browseragent.proxy.policy.Checks.OWN_STORAGE;
import static io.browseragent.proxy.policy.Checks.ownSite;
import static io.browseragent.proxy.policy.Checks.ownSiteNamed;
import static io.browseragent.proxy.policy.Line.everywhere;
import static io.browseragent.proxy.policy.Line.of;
import static io.browseragent.proxy.policy.Treatments.HIDE;
import static io.browseragent.proxy.policy.Treatments.PASS;
import static io.browseragent.proxy.policy.Treatments.REFUSE;
import static io.browseragent.proxy.policy.Treatments.SWALLOW;
import static io.browseragent.proxy.policy.Treatments.answer;
import static io.browseragent.proxy.policy.Treatments.scope;
import static io.browseragent.proxy.policy.Treatments.then;

import java.util.List;

/** What pages keep: one profile is everybody's, so a client reaches that of its own sites. */
final class StorageLines {

    private static final Treatment SITE = scope(ownSite("securityOrigin", "storageKey", "storageBucket/storageKey"));
    private static final Treatment CACHE = scope(OWN_CACHE);
    private static final Treatment ORIGIN = scope(ownSiteNamed("origin"));
    private static final Treatment KEY = scope(ownSiteNamed("storageKey"));
    private static final Treatment BUCKET = scope(ownSiteNamed("bucket/storageKey"));
    private static final Treatment STORAGE = scope(OWN_STORAGE);
    private static final Treatment COOKIES = scope(OWN_CONTEXT);
    private static final Treatment CLEAR = then(SWALLOW, OWN_CONTEXT);
    private static final Treatment SCOPE_URL = scope(ownSiteNamed("scopeURL"));
    private static final Treatment SW_ORIGIN = scope(ownSiteNamed("origin"));

    // spotless:off
    //     method                            browser      page      tab       worker   reason
    static final List<Line> LINES = List.of(
        of("Storage.getStorageKeyForFrame",  HIDE,        PASS,     HIDE,     PASS,    "of an own frame"),
        of("Storage.getStorageKey",          HIDE,        PASS,     HIDE,     PASS,    "of an own frame"),
        of("Storage.clearDataForOrigin",     ORIGIN,      ORIGIN,   HIDE,     ORIGIN,  "own sites only"),
        of("Storage.clearDataForStorageKey", KEY,         KEY,      HIDE,     KEY,     "own sites only"),
        of("Storage.getUsageAndQuota",       ORIGIN,      ORIGIN,   HIDE,     ORIGIN,  "own sites only"),
        of("Storage.overrideQuotaForOrigin", ORIGIN,      ORIGIN,   HIDE,     ORIGIN,  "own sites only"),
        of("Storage.trackCacheStorageForOrigin",       ORIGIN, ORIGIN, HIDE,  ORIGIN,  "own sites only"),
        of("Storage.untrackCacheStorageForOrigin",     ORIGIN, ORIGIN, HIDE,  ORIGIN,  "own sites only"),
        of("Storage.trackIndexedDBForOrigin",          ORIGIN, ORIGIN, HIDE,  ORIGIN,  "own sites only"),
        of("Storage.untrackIndexedDBForOrigin",        ORIGIN, ORIGIN, HIDE,  ORIGIN,  "own sites only"),
        of("Storage.trackCacheStorageForStorageKey",   KEY,    KEY,    HIDE,  KEY,     "own sites only"),
        of("Storage.untrackCacheStorageForStorageKey", KEY,    KEY,    HIDE,  KEY,     "own sites only"),
        of("Storage.trackIndexedDBForStorageKey",      KEY,    KEY,    HIDE,  KEY,     "own sites only"),
        of("Storage.untrackIndexedDBForStorageKey",    KEY,    KEY,    HIDE,  KEY,     "own sites only"),
        of("Storage.setStorageBucketTracking",         KEY,    KEY,    HIDE,  KEY,     "own sites only"),
        of("Storage.deleteStorageBucket",              BUCKET, BUCKET, HIDE,  BUCKET,  "own sites only"),
        of("Storage.getCookies",             COOKIES,     COOKIES,  HIDE,     REFUSE,  "not yet reduced to own sites"),
        of("Storage.setCookies",             COOKIES,     COOKIES,  HIDE,     REFUSE,  "not yet reduced to own sites"),
        of("Storage.clearCookies",           CLEAR,       CLEAR,    HIDE,     CLEAR,   "would log the human out everywhere"),
        everywhere("Storage.getTrustTokens", answer("{\"tokens\":[]}"),                "the human's"),
        everywhere("Storage.clearTrustTokens",                         REFUSE, "the human's"),
        everywhere("Storage.getPrivateVerificationTokens",             HIDE,   "the human's"),
        everywhere("Storage.getPrivateVerificationTokensIssuerConfigs",HIDE,   "the human's"),
        everywhere("Storage.clearPrivateVerificationTokens",           HIDE,   "the human's"),
        everywhere("Storage.deletePrivateVerificationToken",           HIDE,   "the human's"),
        everywhere("Storage.setPrivateVerificationTokensTracking",     HIDE,   "the human's"),
        everywhere("Storage.runBounceTrackingMitigations",             HIDE,   "browser-wide"),

        of("Network.getCookies",             HIDE,        PASS,     HIDE,     REFUSE,  "not yet reduced to own sites"),
        of("Network.getAllCookies",          HIDE,        PASS,     HIDE,     REFUSE,  "not yet reduced to own sites"),
        of("Network.setCookie",              HIDE,        PASS,     HIDE,     REFUSE,  "not yet reduced to own sites"),
        of("Network.setCookies",             HIDE,        PASS,     HIDE,     REFUSE,  "not yet reduced to own sites; of a worker it ends Chromium 156"),
        of("Network.deleteCookies",          HIDE,        PASS,     HIDE,     REFUSE,  "not yet reduced to own sites"),
        of("Page.deleteCookie",              HIDE,        PASS,     HIDE,     HIDE,    "not yet reduced to own sites"),
        everywhere("Network.clearBrowserCookies",                      SWALLOW,"would log the human out everywhere"),
        everywhere("Network.clearBrowserCache",                        SWALLOW,"the cache is everybody's"),

        of("DOMStorage.*",                   HIDE,        STORAGE,  HIDE,     STORAGE, "own sites only"),
        of("DOMStorage.enable",              HIDE,        PASS,     HIDE,     PASS,    "events of the own page"),
        of("DOMStorage.disable",             HIDE,        PASS,     HIDE,     PASS,    "of the own page"),
        of("IndexedDB.*",                    HIDE,        SITE,     HIDE,     SITE,    "own sites only"),
        of("CacheStorage.*",                 HIDE,        CACHE,    HIDE,     CACHE,   "own sites only"),
        of("CacheStorage.requestCacheNames", HIDE,        SITE,     HIDE,     SITE,    "own sites only"),

        of("ServiceWorker.*",                HIDE,        SCOPE_URL,HIDE,     HIDE,    "own sites only"),
        of("ServiceWorker.enable",           HIDE,        PASS,     HIDE,     HIDE,    "its events are reduced to own sites"),
        of("ServiceWorker.disable",          HIDE,        PASS,     HIDE,     HIDE,    "of the own page"),
        of("ServiceWorker.setForceUpdateOnPageLoad", HIDE,SWALLOW,  HIDE,     HIDE,    "one switch for the whole profile"),
        of("ServiceWorker.deliverPushMessage",       HIDE,SW_ORIGIN,HIDE,     HIDE,    "own sites only"),
        of("ServiceWorker.dispatchSyncEvent",        HIDE,SW_ORIGIN,HIDE,     HIDE,    "own sites only"),
        of("ServiceWorker.dispatchPeriodicSyncEvent",HIDE,SW_ORIGIN,HIDE,     HIDE,    "own sites only"),
        of("ServiceWorker.stopWorker",       HIDE,        REFUSE,   HIDE,     HIDE,    "names a version, which may be any site's"),
        of("ServiceWorker.stopAllWorkers",   HIDE,        REFUSE,   HIDE,     HIDE,    "the human's sites too"));
    // spotless:on

    private StorageLines() {}
}
