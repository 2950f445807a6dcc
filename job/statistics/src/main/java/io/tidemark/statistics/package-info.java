/**
 * The measuring method: numbers in, numbers out. No I/O, no clock; a random source is an argument.
 * Intervals are of 95 % confidence. Arguments that no formula holds for are an {@link
 * IllegalArgumentException}; what the data can't tell is said in the result.
 */
package io.tidemark.statistics;
