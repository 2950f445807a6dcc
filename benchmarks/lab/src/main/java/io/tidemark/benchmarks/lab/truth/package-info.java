/** Measures what limits a set-up; no verdict takes part in it. Begin with {@code TruthRun}. */
package io.tidemark.benchmarks.lab.truth;
