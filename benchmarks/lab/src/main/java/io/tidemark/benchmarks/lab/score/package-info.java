/** What verdicts are worth: pure functions of what was named and what was right. */
package io.tidemark.benchmarks.lab.score;
