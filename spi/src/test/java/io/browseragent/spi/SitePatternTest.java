package io.browseragent.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class SitePatternTest {

    @ParameterizedTest
    @CsvSource({
        "linkedin.com,     linkedin.com,         true",
        "linkedin.com,     www.linkedin.com,     true",
        "linkedin.com,     a.b.linkedin.com,     true",
        "linkedin.com,     DE.LinkedIn.COM,      true",
        "linkedin.com,     notlinkedin.com,      false",
        "linkedin.com,     linkedin.com.evil.io, false",
        "linkedin.com,     com,                  false",
        "linkedin.com,     '',                   false",
        "www.linkedin.com, linkedin.com,         false",
        "localhost,        localhost,            true",
    })
    void coversTheHostAndEverythingBelowIt(String host, String page, boolean covered) {
        assertThat(new SitePattern(host).covers(page)).isEqualTo(covered);
    }

    @Test
    void hostIsKeptInLowerCase() {
        assertThat(new SitePattern("LinkedIn.Com").host()).isEqualTo("linkedin.com");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                " ",
                "https://a.com",
                "a.com/",
                "a.com:80",
                "*.a.com",
                ".a.com",
                "a.com.",
                "a b.com",
                "-a.com"
            })
    void anythingButABareHostIsRefused(String host) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SitePattern(host))
                .withMessageContaining("bare host name");
    }
}
