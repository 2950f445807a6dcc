/** Runs one job for hours, while TaskManagers are killed. Begin with {@code SoakRun}. */
package io.tidemark.benchmarks.soak;
