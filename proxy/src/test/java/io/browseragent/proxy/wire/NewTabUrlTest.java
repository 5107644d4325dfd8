package io.browseragent.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NewTabUrlTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
            https://a.example/?b=c%26d,         https://a.example/?b=c%26d
            https%3A%2F%2Fa.example%2F%3Fb%3D1, https://a.example/?b=1
            https%3A//a.example/a+b,            https://a.example/a+b
            https%3A//a.example/%2520,          https://a.example/%20
            chrome%3A//settings,                chrome://settings
            about:blank,                        about:blank
            a.example,                          about:blank
            %zz,                                about:blank
            '',                                 about:blank
            """)
    void theAddressIsDecodedOnceWhereItIsEncoded(String query, String url) {
        assertThat(NewTabUrl.parse(query)).isEqualTo(url);
    }

    @Test
    void withoutQueryItIsABlankPage() {
        assertThat(NewTabUrl.parse(null)).isEqualTo("about:blank");
    }
}
