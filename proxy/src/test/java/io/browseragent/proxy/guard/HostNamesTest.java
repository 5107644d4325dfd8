package io.browseragent.proxy.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostNamesTest {

    private final Guard guard = new Guard(Guard.Pages.NONE, Set.of("Host.Docker.Internal"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST",
                "localhost:9222",
                "127.0.0.1",
                "127.0.0.1:1",
                "[::1]:9222",
                "[::1]",
                "[::ffff:127.0.0.1]:9222",
                "10.0.0.5",
                "255.255.255.255",
                "host.docker.internal:9222",
                "HOST.docker.internal"
            })
    void addressesAndLocalhostAreHeard(String host) {
        assertThat(refusal(host)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " ", "evil.test", "evil.test:9222", "a.localhost", "localhost.", "localhost.evil.test",
                "127.0.0.1.evil.test", "127.0.0.1.", "0x7f.1", "2130706433", "127.1", "256.0.0.1", "1.2.3.4.5",
                "localhost:", "localhost:x", "localhost:123456", "localhost:-1", "localhost:80:80", "::1", "[::1",
                "[evil.test]", "user@localhost", "user@127.0.0.1", "localhost/", "localhost, evil.test", "127.0.0.1 "
            })
    void everythingElseIsRefused(String host) {
        assertThat(refusal(host)).isPresent();
    }

    @Test
    void aRequestWithoutHostIsHeardAndOneWithTwoIsNot() {
        assertThat(guard.refusal(new RequestOrigin(List.of(), List.of(), Optional.empty())))
                .isEmpty();
        assertThat(refusal("localhost", "localhost")).isPresent();
    }

    private Optional<String> refusal(String... hosts) {
        return guard.refusal(new RequestOrigin(List.of(hosts), List.of(), Optional.empty()));
    }
}
