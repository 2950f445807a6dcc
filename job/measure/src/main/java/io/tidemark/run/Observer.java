package io.tidemark.run;

import io.tidemark.readers.Reads;
import java.time.Duration;
import java.util.Optional;

/** Watches a run. It is called from the run's thread only. */
public interface Observer {
  /** Takes what is worth knowing, e.g. what was started. */
  void note(String line);

  /** Takes what the reader has to know so that the result does not mislead. */
  void warn(String line);

  void progress(Progress progress);

  /** Tells whether someone looks at each progress; if not, one in some seconds will do. */
  default boolean looksOn() {
    return true;
  }

  /** Notes that no more progress follows. */
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
    /** Makes the progress of a run without readers. */
    public Progress(
        Optional<Duration> elapsed,
        Optional<Duration> planned,
        Totals totals,
        Optional<Double> read,
        boolean stopping) {
      this(elapsed, planned, totals, read, stopping, Optional.empty());
    }

    /** Returns the same with the share of the source that is read. */
    Progress withRead(double share) {
      return new Progress(elapsed, planned, totals, Optional.of(share), stopping, reads);
    }

    Progress with(Optional<Reads> other) {
      return new Progress(elapsed, planned, totals, read, stopping, other);
    }
  }
}
