/** Runs Tidemark on set-ups and stores its verdicts. Begin with {@code JudgeRun}. */
package io.tidemark.benchmarks.lab.judge;
