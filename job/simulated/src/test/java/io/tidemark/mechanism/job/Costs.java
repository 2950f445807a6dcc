package io.tidemark.mechanism.job;

/**
 * What a job spends. Seconds are of CPU.
 *
 * @param perSourceSampleSeconds to make or parse one
 * @param perSampleSeconds to copy and encode one
 * @param bytesPerSample as sent
 * @param sizeCv of the bytes of a batch
 * @param skew share of all samples that are of one subtask's keys, beyond its part; 0: none
 */
public record Costs(
    double perSourceSampleSeconds,
    double perSampleSeconds,
    double perBatchSeconds,
    double perCallSeconds,
    double bytesPerSample,
    double sizeCv,
    double garbageBytesPerSample,
    double skew) {}
