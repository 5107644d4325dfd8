package io.browseragent.proxy.policy;

/** The commands that are answered from what the client owns; package {@code client} has each answer. */
public enum LocalAnswer {
    GET_TARGETS,
    GET_TARGET_INFO,
    ATTACH_TO_TARGET,
    ATTACH_TO_BROWSER_TARGET,
    DETACH_FROM_TARGET,
    SEND_MESSAGE_TO_TARGET,
    SET_DISCOVER_TARGETS,
    /** Of the browser's sessions. */
    SET_AUTO_ATTACH,
    /** Of the sessions below: the browser does it, for frames and workers of the client's own page. */
    SET_CHILD_AUTO_ATTACH,
    AUTO_ATTACH_RELATED,
    CREATE_TARGET,
    CLOSE_TARGET,
    ACTIVATE_TARGET,
    GET_DEVTOOLS_TARGET,
    CREATE_CONTEXT,
    GET_CONTEXTS,
    DISPOSE_CONTEXT
}
