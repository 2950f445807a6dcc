/**
 * Samples, the labels of their series, and the M×N copies that amplification makes of them. Begin
 * with {@link io.tidemark.series.Amplification}.
 */
package io.tidemark.series;
