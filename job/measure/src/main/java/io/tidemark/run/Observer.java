package io.tidemark.run;

import io.tidemark.readers.Reads;
import java.time.Duration;
import java.util.Optional;

/** Who watches a run. Called from the run's thread only. */
public interface Observer {
  /** Something worth knowing, e.g. what was started. */
  void note(String line);

  /** Something without which the result would mislead. */
  void warn(String line);

  void progress(Progress progress);

  /** Someone looks at each progress as it comes; else one in some seconds will do. */
  default boolean looksOn() {
    return true;
  }

  /** No more progress follows. */
  void ended();

  /**
   * @param elapsed since all tasks run; empty before
   * @param planned how long the run is to take, if that is known
   * @param totals late by a heartbeat of Flink's
   * @param read share of the source's files that is read, 0 to 1; empty of what is no file, or not
   *     on this machine
   * @param stopping the source has ended and the rest is being written
   * @param reads of the last seconds; empty without readers
   */
  record Progress(
      Optional<Duration> elapsed,
      Optional<Duration> planned,
      Totals totals,
      Optional<Double> read,
      boolean stopping,
      Optional<Reads> reads) {
    /** Without readers. */
    public Progress(
        Optional<Duration> elapsed,
        Optional<Duration> planned,
        Totals totals,
        Optional<Double> read,
        boolean stopping) {
      this(elapsed, planned, totals, read, stopping, Optional.empty());
    }

    /** The same with the share that is done of what the source has. */
    Progress withRead(double share) {
      return new Progress(elapsed, planned, totals, Optional.of(share), stopping, reads);
    }

    Progress with(Optional<Reads> other) {
      return new Progress(elapsed, planned, totals, read, stopping, other);
    }
  }
}
