package io.tidemark.mechanism.store;

import io.tidemark.mechanism.host.Cores;
import io.tidemark.mechanism.host.Disk;
import io.tidemark.mechanism.host.Mutex;
import io.tidemark.mechanism.host.Pauses;
import io.tidemark.mechanism.time.Draws;

/**
 * What a process of a database does with rows: it computes, looks their series up, takes the lock
 * of an index, makes a log durable, hands them to its merging. Some computing goes on after that.
 */
public final class Engine {
  /**
   * Seconds are of CPU.
   *
   * @param perRequestSeconds whatever its size
   * @param cv of the work on a request of a given size
   * @param besideShare of its computing that nobody waits for
   * @param lockedSeconds computed under a lock, per request
   * @param logBytesPerSample made durable before the answer; 0: nothing is
   * @param missSeconds to find a series that the cache lacks
   * @param missReadBytes read from the disk for each such series
   * @param newShare of the samples that are of series never seen before
   * @param newSeconds to register one
   * @param garbageBytesPerSample allocated
   */
  public record Work(
      double perRequestSeconds,
      double perSampleSeconds,
      double cv,
      double besideShare,
      double lockedSeconds,
      double logBytesPerSample,
      double missSeconds,
      double missReadBytes,
      double newShare,
      double newSeconds,
      double garbageBytesPerSample) {}

  private final Work work;
  private final Cores.Group process;
  private final Disk disk;
  private final Pauses pauses;
  private final SeriesCache cache;
  private final Merges merges;
  private final Draws draws;
  private final Mutex lock = new Mutex();
  private double rows;
  private double slowRows;
  private double newSeries;

  public Engine(
      Work work,
      Cores.Group process,
      Disk disk,
      Pauses pauses,
      SeriesCache cache,
      Merges merges,
      Draws draws) {
    this.work = work;
    this.process = process;
    this.disk = disk;
    this.pauses = pauses;
    this.cache = cache;
    this.merges = merges;
    this.draws = draws;
  }

  /**
   * @param number of the request: the same takes the same work in every run
   * @param share of the request's own work; a part of it if others do the rest
   */
  public void insert(long number, double samples, double share, Runnable done) {
    double misses = cache.misses(samples);
    double created = samples * work.newShare;
    double steady =
        (share * work.perRequestSeconds + samples * work.perSampleSeconds)
            * draws.lognormal(number, work.cv);
    double searched = misses * work.missSeconds + created * work.newSeconds;
    rows += samples;
    slowRows += misses + created;
    newSeries += created;
    pauses.allocate(samples * work.garbageBytesPerSample);
    process.run(
        steady * (1 - work.besideShare) + searched,
        () ->
            read(
                misses * work.missReadBytes,
                () ->
                    locked(
                        () ->
                            log(
                                samples * work.logBytesPerSample,
                                () -> {
                                  if (work.besideShare > 0) {
                                    process.run(steady * work.besideShare, () -> {});
                                  }
                                  merges.add(samples, done);
                                }))));
  }

  private void read(double bytes, Runnable next) {
    if (bytes < 1) {
      next.run();
    } else {
      disk.read(bytes, next);
    }
  }

  private void locked(Runnable next) {
    if (work.lockedSeconds == 0) {
      next.run();
      return;
    }
    lock.lock(
        () ->
            process.run(
                work.lockedSeconds,
                () -> {
                  lock.unlock();
                  next.run();
                }));
  }

  private void log(double bytes, Runnable next) {
    if (bytes == 0) {
      next.run();
    } else {
      disk.sync(bytes, next);
    }
  }

  public double rows() {
    return rows;
  }

  public double slowRows() {
    return slowRows;
  }

  public double newSeries() {
    return newSeries;
  }

  public int waitingForLock() {
    return lock.waiting();
  }

  /** Requests that wait for the disk, or for merging that is behind. */
  public int waitingForDisk() {
    return disk.awaited() + merges.stalled();
  }
}
