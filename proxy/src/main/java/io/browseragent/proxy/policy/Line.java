package io.browseragent.proxy.policy;

import java.util.EnumMap;
import java.util.Map;

/**
 * One line of the table.
 *
 * @param method exact name of a command, or {@code Domain.*} for those of a domain that are known and have no line
 * @param treatments one for each kind of session
 * @param reason why, in a few words
 */
record Line(String method, Map<SessionKind, Treatment> treatments, String reason) {

    private static final String EVERY = ".*";

    /** In the columns of the table: browser, page, tab, worker. */
    static Line of(String method, Treatment browser, Treatment page, Treatment tab, Treatment worker, String reason) {
        Map<SessionKind, Treatment> treatments = new EnumMap<>(SessionKind.class);
        treatments.put(SessionKind.BROWSER, browser);
        treatments.put(SessionKind.PAGE, page);
        treatments.put(SessionKind.TAB, tab);
        treatments.put(SessionKind.WORKER, worker);
        return new Line(method, treatments, reason);
    }

    /** The same in every session. */
    static Line everywhere(String method, Treatment treatment, String reason) {
        return of(method, treatment, treatment, treatment, treatment, reason);
    }

    boolean isForDomain() {
        return method.endsWith(EVERY);
    }

    String domain() {
        return method.substring(0, method.indexOf('.'));
    }
}
