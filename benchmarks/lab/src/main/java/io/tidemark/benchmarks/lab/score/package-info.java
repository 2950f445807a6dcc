/**
 * Scores verdicts, with pure functions of the named causes and the right ones. Begin with {@code
 * Forecast}.
 */
package io.tidemark.benchmarks.lab.score;
