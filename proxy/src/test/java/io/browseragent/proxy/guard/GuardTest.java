package io.browseragent.proxy.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuardTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
            # pages, host,           origins (space between),                     fetch site,  heard
            NONE,    localhost:9222,                                             ,             , true
            NONE,    localhost:9222,                                             , none        , true
            NONE,    localhost:9222,                                             , same-origin , false
            NONE,    localhost:9222,                                             , same-site   , false
            NONE,    localhost:9222,                                             , cross-site  , false
            NONE,    localhost:9222, http://localhost:9222                       ,             , false
            NONE,    localhost:9222, null                                        ,             , false
            NONE,    localhost:9222, chrome-extension://abc                      , none        , false
            OWN,     localhost:9223,                                             ,             , true
            OWN,     localhost:9223,                                             , none        , true
            OWN,     localhost:9223,                                             , same-origin , true
            OWN,     localhost:9223,                                             , same-site   , false
            OWN,     localhost:9223,                                             , cross-site  , false
            OWN,     localhost:9223, http://localhost:9223                       , same-origin , true
            OWN,     localhost:9223, HTTP://LOCALHOST:9223                       ,             , true
            OWN,     localhost:9223, http://localhost:9223                       , cross-site  , false
            OWN,     localhost:9223, http://localhost:9222                       ,             , false
            OWN,     localhost:9223, http://localhost                            ,             , false
            OWN,     localhost:9223, https://localhost:9223                      ,             , false
            OWN,     localhost:9223, http://127.0.0.1:9223                       ,             , false
            OWN,     localhost:9223, null                                        ,             , false
            OWN,     localhost:9223, http://localhost:9223 http://localhost:9223 ,             , false
            OWN,     localhost:9223, http://evil.test                            ,             , false
            OWN,     evil.test,      http://evil.test                            , same-origin , false
            """)
    void webPagesAreNotHeard(Guard.Pages pages, String host, String origins, String site, boolean heard) {
        RequestOrigin request = new RequestOrigin(
                List.of(host), origins == null ? List.of() : List.of(origins.split(" ")), Optional.ofNullable(site));

        assertThat(new Guard(pages, Set.of()).refusal(request).isEmpty()).isEqualTo(heard);
    }
}
