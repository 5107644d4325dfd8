/**
 * What becomes of a command, as a table and a pure filter over it: no sockets, no clock, no state.
 *
 * <p>To change a command's fate, edit its line in {@link io.browseragent.proxy.policy.CommandPolicies}.
 */
package io.browseragent.proxy.policy;
