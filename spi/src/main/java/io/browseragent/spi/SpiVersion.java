package io.browseragent.spi;

/**
 * The number of this SPI. A recipe's jar names the number it was built against in its manifest; the host compares it
 * before it loads a class.
 */
@Spi(status = Spi.Status.STABLE, since = "0.1.0")
public final class SpiVersion {

    /** The present number. */
    public static final int CURRENT = 1;

    /** Attribute of the jar's manifest, such as {@code Recipe-Spi: 1}. */
    public static final String MANIFEST_ATTRIBUTE = "Recipe-Spi";

    private SpiVersion() {}
}
