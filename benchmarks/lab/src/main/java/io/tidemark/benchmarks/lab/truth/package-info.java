/** Measures what limits a set-up, without any verdict. Begin with {@code TruthRun}. */
package io.tidemark.benchmarks.lab.truth;
