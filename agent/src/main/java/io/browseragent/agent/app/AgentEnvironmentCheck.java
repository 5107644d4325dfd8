package io.browseragent.agent.app;

import io.browseragent.core.settings.EnvironmentNames;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.SmallRyeConfig;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * Warns at the start of names in the environment that are no settings. In files and system properties SmallRye Config
 * itself refuses them.
 */
@Singleton
final class AgentEnvironmentCheck {

    private static final Logger LOG = Logger.getLogger(AgentEnvironmentCheck.class);

    void warn(@Observes StartupEvent event, SmallRyeConfig config) {
        Set<String> names = new LinkedHashSet<>();
        // The process's own, and a .env file's.
        config.getConfigSources(EnvConfigSource.class).forEach(source -> names.addAll(source.getPropertyNames()));
        new EnvironmentNames("AGENT_").know(AgentConfig.class).complaints(names).forEach(LOG::warn);
    }
}
