package io.browseragent.proxy.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./browser-agent} without a command: says what there is. */
@Command(
        name = "browser-agent",
        description = "AI agents in the browser you already use, without ever fighting you for a tab.",
        versionProvider = VersionText.class,
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Also: dev (the service in development mode, reloading sources).",
            "",
            "Exit codes: 0 done, 1 error, 3 the service does not run.",
        })
final class RootCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return ExitCode.DONE;
    }
}
