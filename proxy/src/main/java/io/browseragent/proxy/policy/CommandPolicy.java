package io.browseragent.proxy.policy;

/**
 * One line of the table.
 *
 * @param method exact name of a command
 * @param reason why, in a few words
 */
record CommandPolicy(Disposition disposition, String method, String reason) {}
