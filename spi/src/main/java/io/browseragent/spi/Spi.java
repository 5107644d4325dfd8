package io.browseragent.spi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks every public type of the SPI: how far it is promised, and since when. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Spi(status = Spi.Status.STABLE, since = "0.1.0")
public @interface Spi {

    /** How far a type is promised. */
    Status status();

    /** The release that brought it. */
    String since();

    /** Degrees of the promise. */
    enum Status {
        /** Changes only in ways that old recipes do not notice. */
        STABLE,
        /** May change with any release. */
        EXPERIMENTAL
    }
}
