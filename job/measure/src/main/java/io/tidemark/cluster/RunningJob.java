package io.tidemark.cluster;

/**
 * A job that a cluster runs.
 *
 * @param id 32 hexadecimal digits
 */
public record RunningJob(String id, String name) {}
