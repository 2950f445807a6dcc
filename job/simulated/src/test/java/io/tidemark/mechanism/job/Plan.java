package io.tidemark.mechanism.job;

/**
 * What a job is configured with. Seconds; 0 for what is not limited.
 *
 * @param copies of each sample of the source
 * @param inFlight requests that all its writers may have outstanding
 * @param sourceRate samples per second of the source, before they are copied
 * @param burstShare of each cycle in which the source gives all of its samples; 1: evenly
 */
public record Plan(
    int parallelism,
    double copies,
    int inFlight,
    double batchSamples,
    double sourceRate,
    double lingerSeconds,
    double retrySeconds,
    double retryMaxSeconds,
    double burstShare,
    double burstCycleSeconds) {}
