/**
 * One job for hours, with TaskManagers that are killed now and then. Begin with {@code SoakRun}.
 */
package io.tidemark.benchmarks.soak;
