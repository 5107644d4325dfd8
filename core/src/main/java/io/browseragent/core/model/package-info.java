/** Ids and names with one meaning each, shared by proxy and agent. */
package io.browseragent.core.model;
