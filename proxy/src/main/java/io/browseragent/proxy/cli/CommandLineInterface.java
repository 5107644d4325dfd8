package io.browseragent.proxy.cli;

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
        return new CommandLine(new RootCommand())
                .addSubcommand(new UpCommand(server))
                .addSubcommand(new RehearseCommand(server))
                .addSubcommand(new StatusCommand())
                .addSubcommand(new DoctorCommand())
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println("browser-agent: " + failure.getMessage());
                    return ExitCode.ERROR;
                })
                .execute(args);
    }
}
