/** Settings of the agent, and its face on the REST port. */
package io.browseragent.agent.app;
