/** What people type. Plain Java without Quarkus, so that a command answers at once. */
package io.browseragent.proxy.cli;
