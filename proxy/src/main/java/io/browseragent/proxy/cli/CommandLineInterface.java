package io.browseragent.proxy.cli;

import java.io.IOException;
import java.util.Map;
import picocli.CommandLine;

/** The commands of {@code ./browser-agent}. */
public final class CommandLineInterface {

    /** Returned instead of an exit code when the service runs in this process, and ends it itself. */
    public static final int SERVING = -1;

    /** Runs the service until it is told to end. */
    @FunctionalInterface
    public interface Server {
        void serve();
    }

    private CommandLineInterface() {}

    /** The process's exit code, or {@link #SERVING}. */
    public static int run(String[] args, Server server) {
        return run(args, server, System.getenv());
    }

    static int run(String[] args, Server server, Map<String, String> environment) {
        CommandLine commands = new CommandLine(new RootCommand())
                .addSubcommand(new UpCommand(server, environment))
                .addSubcommand(new RehearseCommand(server))
                .addSubcommand(new StatusCommand(environment))
                .addSubcommand(new DoctorCommand(environment))
                .setExecutionExceptionHandler(CommandLineInterface::tell);
        // Picocli's own 2 means something else here.
        commands.getCommandSpec().exitCodeOnInvalidInput(ExitCode.ERROR);
        commands.getSubcommands()
                .values()
                .forEach(command -> command.getCommandSpec().exitCodeOnInvalidInput(ExitCode.ERROR));
        return commands.execute(args);
    }

    /** What a person can mend is told in one line; anything else is a fault of ours, and its trace is needed. */
    private static int tell(Exception error, CommandLine command, CommandLine.ParseResult parsed) {
        if (error instanceof IOException || error instanceof IllegalArgumentException) {
            command.getErr().println("browser-agent: " + error.getMessage());
        } else {
            error.printStackTrace(command.getErr());
        }
        return ExitCode.ERROR;
    }
}
