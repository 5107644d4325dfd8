package io.browseragent.proxy.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.browseragent.core.cdp.CdpJson;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetFilterTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                          | page worker iframe browser_ui | tab browser
            {"filter":null}                                             | page                          | tab browser
            {"filter":[{}]}                                             | page tab browser worker       |
            {"filter":[]}                                               |                               | page tab
            {"filter":[{"type":"page","exclude":true},{}]}              | tab worker browser            | page
            {"filter":[{"exclude":true,"type":"browser"},{"exclude":true,"type":"page"},{"exclude":false}]} | tab | page browser
            {"filter":[{"type":"page"}]}                                | page                          | tab worker
            {"filter":[{"exclude":true},{"type":"page"}]}               |                               | page
            """)
    void theFirstEntryThatMatchesDecides(String params, String in, String out) throws Exception {
        TargetFilter filter = TargetFilter.of(CdpJson.MAPPER.readTree(params));

        assertThat(words(in)).allMatch(filter::matches);
        assertThat(words(out)).noneMatch(filter::matches);
    }

    private static String[] words(String text) {
        return text == null ? new String[0] : text.split(" ");
    }
}
