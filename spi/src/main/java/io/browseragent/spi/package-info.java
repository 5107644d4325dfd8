/**
 * What a site recipe is written against.
 *
 * <p>The promise: a recipe built against SPI number <i>n</i> ({@link io.browseragent.spi.SpiVersion}) loads on every host
 * that lists <i>n</i>. Types marked {@link io.browseragent.spi.Spi.Status#STABLE} change only in ways that old recipes
 * do not notice; {@link io.browseragent.spi.Spi.Status#EXPERIMENTAL} ones may change with any release. This package
 * depends on the JDK alone.
 */
package io.browseragent.spi;
