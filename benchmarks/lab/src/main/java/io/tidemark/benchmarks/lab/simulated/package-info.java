/** How right the rules are of the second simulator, whose truth is computed. */
package io.tidemark.benchmarks.lab.simulated;
