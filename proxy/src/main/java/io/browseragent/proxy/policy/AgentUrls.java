package io.browseragent.proxy.policy;

import io.browseragent.core.cdp.CdpError;
import java.util.Locale;
import java.util.Set;

/** Which addresses an agent may open: the web, and pages that carry their own content. */
public final class AgentUrls {

    private static final Set<String> SCHEMES = Set.of("http", "https", "data");
    private static final Set<String> ABOUT = Set.of("about:blank", "about:srcdoc");

    private final OwnPorts ownPorts;

    /** @param ownPorts of the broker and of the browser's debugging, which no agent's page may reach */
    public AgentUrls(Set<Integer> ownPorts) {
        this.ownPorts = new OwnPorts(ownPorts);
    }

    /**
     * True for http, https, data and blob URLs, about:blank, and text without a scheme, which the browser makes a blank
     * page of. The browser's own pages (chrome:, devtools:, view-source:), files and javascript: are refused: their
     * scripts could change every setting; so are the broker's own ports, in any spelling.
     */
    public boolean mayOpen(String url) {
        String bare = withoutWhatBrowsersSkip(url);
        int colon = bare.indexOf(':');
        if (colon < 0) {
            return true;
        }
        String scheme = bare.substring(0, colon);
        return scheme.equals("blob") && isBlobOfTheWeb(bare.substring(colon + 1))
                || SCHEMES.contains(scheme) && !ownPorts.cover(bare)
                || ABOUT.stream().anyMatch(page -> isPage(bare, page));
    }

    /** A blob has its page's origin, which stands behind its scheme; {@code null} where the page has none. */
    private boolean isBlobOfTheWeb(String rest) {
        String page = rest.trim();
        boolean web = page.startsWith("http:") || page.startsWith("https:");
        return page.indexOf(':') < 0 || web && !ownPorts.cover(page);
    }

    private static boolean isPage(String url, String page) {
        return url.equals(page) || url.startsWith(page + "#") || url.startsWith(page + "?");
    }

    /** Control characters and blanks at both ends, tabs and newlines anywhere (URL standard, section 4.1). */
    private static String withoutWhatBrowsersSkip(String url) {
        return url.trim().replaceAll("[\\t\\n\\r]", "").toLowerCase(Locale.ROOT);
    }

    /** In the broker's own words: Chrome has none for this. */
    public static CdpError refusal(String url) {
        return new CdpError(
                -32000,
                "browser-agent: agents may open http, https, data and blob URLs and about:blank, and none of the"
                        + " broker's own ports, not " + shorten(url));
    }

    private static String shorten(String url) {
        return url.length() > 100 ? url.substring(0, 100) + "…" : url;
    }
}
