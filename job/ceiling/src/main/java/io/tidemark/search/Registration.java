package io.tidemark.search;

import io.tidemark.ceiling.series.Price;
import io.tidemark.job.cardinality.WrittenSeries;
import io.tidemark.job.config.DurationText;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Measured;
import io.tidemark.measure.Window;
import java.time.Duration;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * How many of a generator's series the jobs of a search have written. A database registers a series
 * with its first sample, which costs it many times what a later one does: what was measured while
 * series were registered is not compared with what was measured afterwards.
 *
 * <p>A job begins with a sample of each series, and its copies in time, in the order of all other
 * jobs of the search. So the first samples that a job had acknowledged say how many series it has
 * written, but for what was in flight. Of a source that is no generator nothing is known.
 */
final class Registration {
  /** This mark of a window says that series were registered all the time. */
  static final String MARK = "series were being registered";

  /** Registering takes at most a sixth of a search's time, however many series remain. */
  private static final int PART = 6;

  /** Registering may take a third of a search's time if that is enough for all series. */
  private static final int PART_FOR_ALL = 3;

  /** An estimate of time has this factor to spare, because rates fall as a database grows. */
  private static final double SPARE = 1.2;

  private final long series;
  private long registered;

  /** The window in which a part of the series was registered; null if there was none. */
  private Window seen;

  /**
   * @param config of which all jobs have the same series
   */
  Registration(JobConfig config) {
    this.series =
        config.source().type() == JobConfig.SourceType.DATAGEN ? WrittenSeries.of(config) : 0;
  }

  /** Tells whether series were registered during all of a window. */
  static boolean isOf(Window window) {
    return window.marks().contains(MARK);
  }

  /** Tells whether a step may be compared with others: all registered series, or none did. */
  static boolean isComparable(Measured step, List<Measured> others) {
    boolean registers = isOf(step.window());
    return others.isEmpty() || others.stream().anyMatch(other -> isOf(other.window()) == registers);
  }

  /** Returns the step; it is not valid if it may not be compared with the others. */
  static Measured comparable(Measured step, List<Measured> others) {
    if (isComparable(step, others)) {
      return step;
    }
    String why =
        isOf(step.window())
            ? "series were being registered, unlike in the steps before"
            : "no series were being registered any more, unlike in the steps before";
    return new Measured(step.window().because(List.of(why)), step.rates());
  }

  /** Takes a window during which a part of the series was registered. */
  void saw(Window window) {
    seen = window;
  }

  /** Returns what new series cost at a ceiling; null if the database does not count them. */
  Price price(Window ceiling) {
    return Price.of(seen, ceiling);
  }

  /** Returns the samples that a job has written when it has written every series. */
  long samples(JobConfig config) {
    return series * config.amplify().m();
  }

  /**
   * Returns whether a job of which so many samples are acknowledged writes series that no job has
   * written.
   */
  LongPredicate newIn(JobConfig config) {
    int m = config.amplify().m();
    return samples -> samples / m >= registered && samples / m < series;
  }

  /** Returns the same for a job beside another database, which no job has written to. */
  LongPredicate newInAnother(JobConfig config) {
    return samples -> samples < samples(config);
  }

  /** Tells whether the jobs that have ended wrote every series. */
  boolean isComplete() {
    return registered >= series;
  }

  /** Notes that a job has ended of which so many samples were acknowledged. */
  void passed(JobConfig config, long samples) {
    registered = Math.max(registered, Math.min(series, samples / config.amplify().m()));
  }

  /** Returns how much of a search's time registering may take if not all series fit. */
  static Duration least(Duration search) {
    return search.dividedBy(PART);
  }

  /** Returns how much of a search's time registering all series may take. */
  static Duration most(Duration search) {
    return search.dividedBy(PART_FOR_ALL);
  }

  /**
   * Returns how far a job has come.
   *
   * @param before samples that were acknowledged when it was looked at first
   * @param samples that are now
   * @param millis since then
   */
  Progress progress(JobConfig config, long before, long samples, long millis) {
    return new Progress(
        series, written(config, before), written(config, samples), Math.max(1, millis));
  }

  private long written(JobConfig config, long samples) {
    return Math.min(series, samples / config.amplify().m());
  }

  /**
   * @param before how many were written before
   * @param millis since then
   */
  record Progress(long series, long before, long written, long millis) {
    long missing() {
      return series - written;
    }

    double perMilli() {
      return (double) (written - before) / millis;
    }

    /** Returns the time that the missing series take at the rate so far. */
    double millisLeft() {
      return missing() / perMilli();
    }

    double millisForAll() {
      return series / perMilli();
    }

    /**
     * Says what the progress of a job without a database means, and what helps; with one it takes
     * longer.
     *
     * @param search its time
     */
    String alone(Duration search) {
      return "the job alone: %s, and the database takes longer. It is measured while it makes series ready; afterwards it is faster. For the ceiling of series that the database has at least %s"
          .formatted(text(), perMilli() == 0 ? "fewer series" : withinReach(search));
    }

    /**
     * Says what the progress means for a search, and what helps.
     *
     * @param search its time
     */
    String remedy(Duration search) {
      return (". From here on each step registers new ones, and is compared with such alone: what"
              + " it finds is how fast this database registers series. For the ceiling of series"
              + " that it has: %s")
          .formatted(perMilli() == 0 ? "fewer series" : withinReach(search));
    }

    private String withinReach(Duration search) {
      double fitting = perMilli() * most(search).toMillis() / SPARE;
      String fewer = "at most %s series".formatted(Amounts.count(fitting));
      double minutes = PART_FOR_ALL * SPARE * millisForAll() / 60_000;
      return minutes > CeilingPlan.LONGEST.toMinutes()
          ? fewer
          : "--max-duration %dm, or %s".formatted((long) Math.ceil(minutes), fewer);
    }

    String text() {
      String rate =
          "%s of %s series are registered, %s a second"
              .formatted(
                  Amounts.count(written), Amounts.count(series), Amounts.count(1e3 * perMilli()));
      return missing() == 0 || perMilli() == 0
          ? rate
          : rate
              + ": all take "
              + DurationText.format(Duration.ofSeconds(Math.round(millisForAll() / 1e3)));
    }
  }
}
