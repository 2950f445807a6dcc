package io.tidemark.job.track;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.shared.JobLocal;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Which series stand recorded: an amplifier asks, and the writer behind it says, once it has
 * written their records. Both are subtasks of one number, and in one slot (the edge between them
 * keeps to it); in two processes, each would have its own, and the amplifier would ask for a record
 * of each series once a minute. Nothing of it is in state: a restart costs one record a series.
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
   * @param random between 0 and 1
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
   * That of a line of amplifier and writer; the first makes it, and with the last it is gone.
   *
   * @param job of Flink
   * @param subtask of both
   */
  public static Recorded join(String job, int subtask, JobConfig.LastReceived settings) {
    return BY_LINE.join(
        job + "/" + subtask,
        () ->
            new Recorded(
                settings, System::nanoTime, () -> ThreadLocalRandom.current().nextDouble()));
  }

  /** Once for each {@link #join}. */
  @Override
  public void close() {
    BY_LINE.leave(this);
  }

  /**
   * The second up to which a record of the series would be one too many; 0 if there is to be one.
   *
   * @param second now
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

  /** From now on, until their time is over: for each another one, within the jitter. */
  public synchronized void add(long[] hashes) {
    int now = second();
    for (long hash : hashes) {
      double lasts = ttlSeconds * (1 - jitter * random.getAsDouble());
      series.put(hash, (int) Math.ceil(now + lasts), now);
    }
  }

  /** Asked for and found. */
  public synchronized long hits() {
    return hits;
  }

  /** Asked for and not found, or its time was over. */
  public synchronized long misses() {
    return misses;
  }

  /** Put out before their time was over, because there was no place. */
  public synchronized long evictions() {
    return series.evictions();
  }

  public synchronized int size() {
    return series.size();
  }

  public synchronized long bytes() {
    return series.bytes();
  }

  /** Now: from 1 on, by a clock that nobody sets. */
  public int second() {
    return 1 + (int) TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong() - startNanos);
  }
}
