package io.tidemark.job.amplify;

import io.tidemark.job.config.JobConfig;

/** How many series each amplifier of a job keeps ready if nobody has said it. */
public final class ReadySeries {
  /** The bytes of a series with 11 labels, its template included: docs/scale.md. */
  private static final long BYTES = 600;

  /** The part of the heap that all amplifiers together may use. */
  private static final double PART = 0.25;

  private ReadySeries() {}

  /** Returns how many series all amplifiers of a process with this heap keep ready together. */
  public static long most(long heapBytes) {
    return (long) (PART * heapBytes) / BYTES;
  }

  /** Returns the heap that a process needs to keep so many ready. */
  public static double heapBytes(double series) {
    return series * BYTES / PART;
  }

  /**
   * Returns the configuration of a job whose tasks all run in one process: as many series as a part
   * of its heap takes, and no fewer than were configured.
   *
   * @param heapBytes the most heap
   * @param parallelism the number of amplifiers
   */
  public static JobConfig in(JobConfig config, long heapBytes, int parallelism) {
    long fitting = most(heapBytes) / parallelism;
    long most = Math.max(config.amplify().maxCachedSeries(), fitting);
    return config.withAmplify(
        config.amplify().withMaxCachedSeries((int) Math.min(Integer.MAX_VALUE, most)));
  }
}
