/**
 * How often the rules are right about the second simulator, whose truth is computed. Begin with
 * {@code SimulatedAccuracy}.
 */
package io.tidemark.benchmarks.simulated;
