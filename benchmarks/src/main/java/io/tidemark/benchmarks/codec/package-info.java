/** Measures how fast samples are encoded and parsed, on one thread. */
package io.tidemark.benchmarks.codec;
