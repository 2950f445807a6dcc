/**
 * The measuring method: numbers in, numbers out. There is no I/O and no clock; a random source is
 * an argument. Intervals have 95 % confidence. An argument that no formula holds for throws {@link
 * IllegalArgumentException}; the result says what the data can't tell. Begin with {@link
 * io.tidemark.statistics.SteadyMean}.
 */
package io.tidemark.statistics;
