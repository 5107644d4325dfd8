package io.browseragent.proxy.app;

import io.browseragent.proxy.cli.CommandLineInterface;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;

/** One jar, two lives: the commands, which must be quick and so never start Quarkus, and the service. */
@QuarkusMain
public final class Main {

    /** Set while the build records which classes a start loads, for the class data archive. */
    private static final String RECORDING = "quarkus.appcds.generate";

    private Main() {}

    public static void main(String... args) {
        if (Boolean.getBoolean(RECORDING)) {
            serve();
            return;
        }
        int exit = CommandLineInterface.run(args, Main::serve);
        if (exit != CommandLineInterface.SERVING) {
            System.exit(exit);
        }
    }

    private static void serve() {
        Quarkus.run();
    }
}
