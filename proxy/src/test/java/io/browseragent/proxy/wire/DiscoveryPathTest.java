package io.browseragent.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiscoveryPathTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
            /json,              list,     ''
            /json/,             '',       ''
            /json/list,         list,     ''
            /json/version/,     version,  ''
            /json/close/T1,     close,    T1
            /json/close/T1/x,   close,    T1/x
            /json/LIST,         LIST,     ''
            /json/%6cist,       %6cist,   ''
            /json//T1,          '',       T1
            """)
    void aPathIsTakenApartAsChromeDoesIt(String path, String command, String target) {
        assertThat(DiscoveryPath.parse(path)).contains(new DiscoveryPath(command, target));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/jsonx", "/JSON", "/json.html", "/devtools/page/T1", "json"})
    void otherPathsAreNone(String path) {
        assertThat(DiscoveryPath.parse(path)).isEmpty();
    }
}
