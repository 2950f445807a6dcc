/**
 * Samples, the labels of their series, and the M×N copies that amplification makes of them. Begin
 * with {@link Amplification}.
 */
package io.tidemark.series;
