package io.browseragent.proxy.cli;

import io.browseragent.proxy.settings.Version;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class VersionText implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {"browser-agent " + Version.number()};
    }
}
