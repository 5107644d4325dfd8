package io.browseragent.proxy.app;

import io.browseragent.proxy.cli.CommandLineInterface;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;

/** One jar, two lives: the commands, which must be quick and so never start Quarkus, and the service. */
@QuarkusMain
public final class Main {

    private Main() {}

    public static void main(String... args) {
        int exit = CommandLineInterface.run(args, Main::serve);
        if (exit != CommandLineInterface.SERVING) {
            System.exit(exit);
        }
    }

    private static void serve() {
        Quarkus.run();
    }
}
