package io.tidemark.run;

import io.tidemark.job.cardinality.SeriesCounts;
import io.tidemark.series.Fleet;
import java.time.Duration;

/**
 * How a run's series grew, from a look at its totals about once a second. At first all of them are
 * new. Growth counts as new series from when the source's series have come {@value #ROUNDS} times
 * each, in the mean, and each task has reported since; so a topic that is read faster than it was
 * written needs seconds for it, one that is followed as many of its intervals.
 */
final class SeriesLog {
  private static final int ROUNDS = 2;

  /** A growth per minute needs at least this time. */
  private static final Duration MIN_SPAN = Duration.ofSeconds(10);

  private static final int SECONDS_PER_MINUTE = 60;

  private final Duration reportsWithin;
  private Duration roundsDone;
  private double begunSeconds = Double.NaN;
  private Totals then;
  private long samplesRead;

  /**
   * @param reportsWithin the time in which each task has reported anew: tasks report at times of
   *     their own, those of one process together
   */
  SeriesLog(Duration reportsWithin) {
    this.reportsWithin = reportsWithin;
  }

  /**
   * @param elapsed the time since all tasks run
   * @param totals late by a heartbeat; equal ones say nothing new
   */
  void look(Duration elapsed, Totals totals) {
    long read = totals.count("samplesRead");
    if (begun() || read == samplesRead) {
      return;
    }
    samplesRead = read;
    double seen = totals.series(SeriesCounts.SEEN);
    if (roundsDone == null && seen > 0 && read >= ROUNDS * seen) {
      roundsDone = elapsed;
    }
    if (roundsDone != null && elapsed.compareTo(roundsDone.plus(reportsWithin)) >= 0) {
      begunSeconds = elapsed.toMillis() / 1e3;
      then = totals;
    }
  }

  private boolean begun() {
    return !Double.isNaN(begunSeconds);
  }

  /**
   * @param seconds the time that the run took
   * @param last the totals at its end
   * @param fleet the series that are written for each one of the source
   */
  RunResult.Series result(double seconds, Totals last, Fleet fleet) {
    long active = Math.round(written(last, SeriesCounts.ACTIVE, fleet));
    Double newPerMinute = null;
    Double churn = null;
    if (begun() && seconds - begunSeconds >= MIN_SPAN.toMillis() / 1e3) {
      double grown =
          written(last, SeriesCounts.SEEN, fleet) - written(then, SeriesCounts.SEEN, fleet);
      newPerMinute = Math.max(0, grown / (seconds - begunSeconds) * SECONDS_PER_MINUTE);
      churn = active > 0 ? newPerMinute / active : null;
    }
    return new RunResult.Series(active, newPerMinute, churn);
  }

  private static double written(Totals totals, String which, Fleet fleet) {
    return totals.series(which) * fleet.least().n() + totals.series(which + SeriesCounts.WITH_MORE);
  }
}
