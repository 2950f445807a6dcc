package io.tidemark.job.track;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.shared.JobLocal;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * The series that stand recorded: an amplifier asks, and the writer behind it tells, once it has
 * written their records. Both are subtasks of one number, in one slot (the edge between them keeps
 * to it). In two processes each would have an object of its own, and the amplifier would ask for a
 * record of each series once a minute. None is in state: a restart costs one record a series.
 * Thread-safe.
 */
public final class Recorded implements AutoCloseable {
  private static final JobLocal<Recorded> BY_LINE = new JobLocal<>();

  private final RecordedSeries series;
  private final double ttlSeconds;
  private final double jitter;
  private final LongSupplier nanos;
  private final DoubleSupplier random;
  private final long startNanos;
  private long hits;
  private long misses;

  /**
   * @param nanos a clock that nobody sets
   * @param random numbers between 0 and 1
   */
  Recorded(JobConfig.LastReceived settings, LongSupplier nanos, DoubleSupplier random) {
    this.series = new RecordedSeries(settings.maxSeries());
    this.ttlSeconds = settings.ttl().toSeconds();
    this.jitter = settings.ttlJitter();
    this.nanos = nanos;
    this.random = random;
    this.startNanos = nanos.getAsLong();
  }

  /**
   * Returns the object of an amplifier and its writer; it ends when both have left.
   *
   * @param job the id of Flink's job
   * @param subtask the number of both
   */
  public static Recorded join(String job, int subtask, JobConfig.LastReceived settings) {
    return BY_LINE.join(
        job + "/" + subtask,
        () ->
            new Recorded(
                settings, System::nanoTime, () -> ThreadLocalRandom.current().nextDouble()));
  }

  /** Leaves; it is called once for each {@link #join}. */
  @Override
  public void close() {
    BY_LINE.leave(this);
  }

  /**
   * Returns the second up to which a series stands recorded; 0 if it is to be recorded.
   *
   * @param second the present one
   */
  public synchronized int until(long hash, int second) {
    int until = series.until(hash, second);
    if (until == 0) {
      misses++;
    } else {
      hits++;
    }
    return until;
  }

  /** Records series from now on, each for its time to live less a random part. */
  public synchronized void add(long[] hashes) {
    int now = second();
    for (long hash : hashes) {
      double lasts = ttlSeconds * (1 - jitter * random.getAsDouble());
      series.put(hash, (int) Math.ceil(now + lasts), now);
    }
  }

  /** Returns how often a series was found. */
  public synchronized long hits() {
    return hits;
  }

  /** Returns how often a series was not found, or its time was over. */
  public synchronized long misses() {
    return misses;
  }

  /** Returns how many were put out before their time was over, because there was no place. */
  public synchronized long evictions() {
    return series.evictions();
  }

  public synchronized int size() {
    return series.size();
  }

  public synchronized long bytes() {
    return series.bytes();
  }

  /** Returns the present second, from 1 on, by a clock that nobody sets. */
  public int second() {
    return 1 + (int) TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong() - startNanos);
  }
}
