package io.browseragent.proxy.settings;

/** The version that the build wrote into the jar. */
public final class Version {

    private Version() {}

    /** Such as {@code 0.1.0}; {@code dev} when not run from a jar. */
    public static String number() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "dev" : version;
    }
}
