/** Runs Tidemark on set-ups and keeps its verdicts. Begin with {@code JudgeRun}. */
package io.tidemark.benchmarks.lab.judge;
