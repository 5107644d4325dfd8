package io.browseragent.proxy.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

/** Which pages are surely the human's. */
class KnownTargetsTest {

    private final KnownTargets known = new KnownTargets();

    @Test
    void aPageThatWasThereBeforeAgentsHadTabsIs() {
        assertThat(appears("A", "https://a.example/", null, false)).isTrue();
    }

    @Test
    void aPageThatComesFromNowhereWhileAgentsHaveTabsIsNot() {
        assertThat(appears("A", "", null, true)).isFalse();
    }

    @Test
    void aNewTabOfTheBrowserIs() {
        assertThat(appears("A", "chrome://newtab/", null, true)).isTrue();
    }

    @Test
    void whatThePagesOpenIsWhatTheyAre() {
        appears("HUMANS", "https://a.example/", null, false);
        appears("AGENTS", "https://a.example/", null, true);

        assertThat(appears("A", "", "HUMANS", true)).isTrue();
        assertThat(appears("B", "", "AGENTS", true)).isFalse();
        assertThat(appears("C", "", "AGENTS", false)).as("also later").isFalse();
        assertThat(appears("D", "", "LONG-GONE", false)).isTrue();
    }

    @Test
    void anotherBrowsersIdsMeanNothing() {
        appears("A", "https://a.example/", null, false);
        known.clear(true);
        assertThat(known.isHuman(page("A", "https://a.example/", null))).isTrue();
        known.clear(false);
        assertThat(known.isHuman(page("A", "https://a.example/", null))).isFalse();
    }

    private boolean appears(String id, String url, String opener, boolean agents) {
        TargetInfo page = page(id, url, opener);
        known.put(page);
        known.noteOrigin(page, agents);
        return known.isHuman(page);
    }

    private static TargetInfo page(String id, String url, String opener) {
        ObjectNode info = JsonNodeFactory.instance
                .objectNode()
                .put("targetId", id)
                .put("type", "page")
                .put("url", url);
        if (opener != null) {
            info.put("openerId", opener);
        }
        return TargetInfo.of(info);
    }
}
