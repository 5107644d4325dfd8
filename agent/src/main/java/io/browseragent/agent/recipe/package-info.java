/** Site recipes: loaded from jars, found by site. */
package io.browseragent.agent.recipe;
