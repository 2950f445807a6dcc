package io.tidemark.benchmarks.scale.simulated;

/**
 * What was counted since an attempt began; times in nanoseconds.
 *
 * @param atNanos when it was read
 * @param acked written samples
 * @param read source samples that were sent to amplifiers
 * @param sourceBlocked of each source subtask that has a partition: time without a free buffer
 * @param sources of each such: time with something to compute
 * @param amplifiers of each
 * @param cores of each host, by its cores
 * @param links of each host
 * @param permits of each TaskManager that has writers, by its permits
 * @param database by its servers; 0 of a null target
 * @param acks of the subtask that counts outcomes
 */
record Counters(
    long atNanos,
    long acked,
    long read,
    double[] sourceBlocked,
    double[] sources,
    double[] amplifiers,
    double[] cores,
    double[] links,
    double[] permits,
    double database,
    double acks) {}
