package io.browseragent.proxy.policy;

/** What becomes of a command. */
enum Disposition {
    /** Goes on unchanged. */
    PASS,
    /** Goes on unchanged, while the hidden tab is drawn. */
    DRAW,
    /** Goes on with other parameters. */
    REWRITE,
    /** Answered with success, and not done. */
    SWALLOW,
    /** Answered with an error. */
    REFUSE,
    /** Answered with success, then the client's connection ends and its tabs close. */
    END_CLIENT
}
