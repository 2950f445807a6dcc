/**
 * Runs the job and what it is compared with, and measures their throughput and effort. Begin with
 * {@code JobProcess} and {@code Alternation}.
 */
package io.tidemark.benchmarks.measure;
