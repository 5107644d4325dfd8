package io.browseragent.proxy.face;

/**
 * Body of every error answer.
 *
 * @param error stable name
 * @param message what is wrong
 * @param advice what to do next
 */
record Problem(String error, String message, String advice) {}
