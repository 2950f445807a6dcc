package io.tidemark.measure.window;

/**
 * A vertex of the job, as Flink sees it and as its threads' CPU time shows.
 *
 * @param busy share of the time that it is busy; a writer that waits for a permit counts as busy
 * @param cpuCores cores that all subtasks use
 * @param cpuCoresMax cores that the busiest subtask uses
 * @param cpuSkew the busiest subtask's CPU time over the mean
 */
public record Task(
    String name,
    int parallelism,
    Double busy,
    Double backpressured,
    Double idle,
    Double cpuCores,
    Double cpuCoresMax,
    Double cpuSkew) {}
