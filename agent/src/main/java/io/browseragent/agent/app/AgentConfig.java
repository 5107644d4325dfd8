package io.browseragent.agent.app;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.util.List;

/** Settings of the agent. */
@ConfigMapping(prefix = "agent")
public interface AgentConfig {

    /** Folders whose jars are loaded as site recipes, separated by commas; folders that do not exist are skipped. */
    @WithDefault("${browser-agent.install:.}/recipes,${broker.home:${user.home}/.browser-agent}/recipes")
    List<Path> recipes();
}
