package io.tidemark.job.amplify;

import io.tidemark.job.config.JobConfig;

/** How many series each amplifier of a job keeps ready where nobody has said it. */
public final class ReadySeries {
  /** Of a series with 11 labels, its template included: docs/scale.md. */
  private static final long BYTES = 600;

  /** Of the heap, that all amplifiers together may use. */
  private static final double PART = 0.25;

  private ReadySeries() {}

  /** How many all amplifiers of a process with so much heap keep ready together. */
  public static long most(long heapBytes) {
    return (long) (PART * heapBytes) / BYTES;
  }

  /** The heap that a process needs to keep so many ready. */
  public static double heapBytes(double series) {
    return series * BYTES / PART;
  }

  /**
   * The same for a job all of whose tasks run in one process: as many as part of its heap takes,
   * and no fewer than were configured.
   *
   * @param heapBytes at most
   * @param parallelism of the amplifiers
   */
  public static JobConfig in(JobConfig config, long heapBytes, int parallelism) {
    long fitting = most(heapBytes) / parallelism;
    long most = Math.max(config.amplify().maxCachedSeries(), fitting);
    return config.withAmplify(
        config.amplify().withMaxCachedSeries((int) Math.min(Integer.MAX_VALUE, most)));
  }
}
