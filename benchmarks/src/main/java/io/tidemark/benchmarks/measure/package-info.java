/**
 * Runs the job and its peers, and measures their throughput and cost. Begin with {@code JobProcess}
 * and {@code Alternation}.
 */
package io.tidemark.benchmarks.measure;
