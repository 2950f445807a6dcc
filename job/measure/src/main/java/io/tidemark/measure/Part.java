package io.tidemark.measure;

import io.tidemark.statistics.Counters;
import io.tidemark.statistics.LittleCheck;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * A part of a run between two shares of its acknowledged samples: over the same range every run has
 * the same source samples, however long they took. The job must not have been restarted. The last
 * reports of a job that ends are lost, but its result says when the last sample was acknowledged;
 * between the two the rate is taken to be even.
 *
 * @param samples samples that were acknowledged in this part
 * @param samplesPerSecond the rate of each {@value ObservationLog#GRID_MILLIS} ms
 * @param p99Millis the 99th percentile of single calls' latency; empty if there were none
 */
public record Part(
    double seconds,
    double samples,
    double[] samplesPerSecond,
    LittleCheck little,
    double cpuSecondsPerMillionSamples,
    Optional<Double> p99Millis) {

  public double meanSamplesPerSecond() {
    return samples / seconds;
  }

  /**
   * @param samples acknowledged in the whole run
   * @param lastAckMillis when the last of them was
   * @return empty if the writers were not observed
   */
  static Optional<Part> of(
      JobLog job, double fromShare, double toShare, long samples, long lastAckMillis) {
    if (job.isEmpty()) {
      return Optional.empty();
    }
    Counters acked = acked(job);
    long observedUntil = acked.lastMillis();
    if (lastAckMillis > observedUntil) {
      acked.add(lastAckMillis, samples);
    }
    double from = acked.whenReached(fromShare * samples);
    double to = acked.whenReached(toShare * samples);
    return to > from && observedUntil > from
        ? Optional.of(of(job, acked, Math.round(from), Math.round(to), Math.min(observedUntil, to)))
        : Optional.empty();
  }

  private static Part of(JobLog job, Counters acked, long from, long to, double observedTo) {
    long seen = Math.round(observedTo);
    Histogram micros = job.latencyMicros(false, from, seen);
    return new Part(
        (to - from) / 1e3,
        acked.growth(from, to),
        JobLog.rates(acked::level, from, to, JobLog.GRID_MILLIS),
        job.little(from, seen),
        job.cpuSeconds(from, seen) / acked.growth(from, seen) * 1e6,
        micros.getTotalCount() == 0
            ? Optional.empty()
            : Optional.of(micros.getValueAtPercentile(99) / 1e3));
  }

  private static Counters acked(JobLog job) {
    var acked = new Counters();
    long step = JobLog.GRID_MILLIS;
    for (long at = job.firstMillis(); at < job.lastMillis() + step; at += step) {
      acked.add(at, job.samples(at));
    }
    return acked;
  }
}
