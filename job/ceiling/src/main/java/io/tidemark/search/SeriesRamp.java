package io.tidemark.search;

import io.tidemark.ceiling.Attribution;
import io.tidemark.ceiling.Facts;
import io.tidemark.ceiling.Finding;
import io.tidemark.ceiling.Thresholds;
import io.tidemark.ceiling.Verdict;
import io.tidemark.ceiling.series.SeriesCurve;
import io.tidemark.ceiling.series.SeriesRow;
import io.tidemark.extent.Edge;
import io.tidemark.job.cardinality.WrittenSeries;
import io.tidemark.job.config.DurationText;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.JobConfig.Datagen;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.DatabaseLog;
import io.tidemark.measure.Load;
import io.tidemark.measure.Measured;
import io.tidemark.measure.window.Ending;
import io.tidemark.process.RunException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/**
 * Raises the series that are alive, or how many of them are replaced by new ones a minute, at a
 * fixed rate of samples: doubled while the database carries them, else halved, then bisected. It
 * carries a load that it writes in time, while its memory is enough for the series.
 *
 * <p>Each step has a job of its own. One with more series writes each of them once before it is
 * measured. All steps of new series a minute go on with the series of the step before, so that the
 * only new ones are those that replace others.
 */
final class SeriesRamp extends Ramp {
  /**
   * A search by churn takes at most so many steps: none, 1 % to 100 % in doublings, those between
   * two of them, and one again. A churn that is too much, as about half of those between are, is
   * tried twice, for twice as long.
   */
  private static final int MOST_STEPS = 9 + Edge.BISECTIONS + 1 + 2 * (1 + Edge.BISECTIONS / 2);

  /** A search by churn leaves one of so many parts of its time for registering the series. */
  private static final int PART_TO_REGISTER = 3;

  /**
   * Churn begins after this many rounds of samples, because after the first one the database still
   * merges what it has registered.
   */
  private static final int ROUNDS_BEFORE_CHURN = 2;

  /** The search looks this often at how many series are written. */
  private static final Duration LOOK = Duration.ofSeconds(5);

  /**
   * A job that writes nothing for this long is measured; a database that registers slowly answers
   * all that is in flight once in a while.
   */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final double SECONDS_A_MINUTE = 60;

  /** What is raised of a generator's series. */
  enum Axis {
    /** The series that are alive; a smaller number of them are the first of a larger one. */
    ALIVE {
      @Override
      long first(Datagen paced) {
        return Math.min(10_000, most(paced));
      }

      @Override
      long most(Datagen paced) {
        return paced.seriesAlive();
      }

      @Override
      Datagen of(Datagen paced, long series, double replaced) {
        return paced.withSeriesAlive(series);
      }
    },
    /** The new series a minute: at first none, then a hundredth of all, at most all. */
    NEW {
      @Override
      long first(Datagen paced) {
        return 0;
      }

      /** Returns the most new series: one in each round of samples. */
      @Override
      long most(Datagen paced) {
        return (long) Math.min(paced.seriesAlive(), SECONDS_A_MINUTE * paced.rate());
      }

      @Override
      long next(Datagen paced, long series) {
        return series == 0 ? Math.max(1, paced.seriesAlive() / 100) : 2 * series;
      }

      @Override
      Datagen of(Datagen paced, long series, double replaced) {
        double churn = series / (SECONDS_A_MINUTE * paced.rate());
        // Series are replaced in the first interval, too, which may well be longer than a step.
        return paced.withChurn(churn, replaced + churn);
      }
    };

    /** Returns the number that the ramp begins with. */
    abstract long first(Datagen paced);

    abstract long most(Datagen paced);

    long next(Datagen paced, long series) {
      return 2 * series;
    }

    /**
     * @param replaced what the last interval before has replaced, see {@link Datagen}
     */
    abstract Datagen of(Datagen paced, long series, double replaced);
  }

  private final SearchContext context;
  private final Axis axis;
  private final JobConfig paced;
  private final List<SeriesRow> rows = new ArrayList<>();

  /** The edge between numbers of series that the database carries and those that it does not. */
  private final Edge<Measured> edge = new Edge<>();

  /** By the number of series, how the database ended or fell silent for want of memory. */
  private final Map<Long, Finding> ended = new HashMap<>();

  /** The series that all steps so far have replaced, see {@link Datagen}. */
  private double replaced;

  /** The job of the latest step; null before there was one. */
  private SearchContext.Running latest;

  /**
   * @param context whose configuration has the most series that may be tried
   */
  SeriesRamp(SearchContext context, Axis axis) {
    super(context);
    this.context = context;
    this.axis = axis;
    this.paced = paced(context.config());
    this.replaced = generator().replaced();
  }

  @Override
  JobConfig first(CeilingPlan.By by) {
    return of(axis.first(generator()));
  }

  @Override
  void run(CeilingPlan.By by) {
    noteRate();
    Datagen generator = generator();
    edge.find(
        axis.first(generator),
        axis.most(generator),
        series -> axis.next(generator, series),
        this::step);
  }

  /** Tells whether the database carried all numbers that were tried and could be measured. */
  @Override
  boolean sustained() {
    return super.sustained() && edge.tooMuch() == null;
  }

  /**
   * Returns the step to explain: that of the smallest number that falls short by more than a kept
   * rate may, or for which the memory is too small; else that of the largest, because at the very
   * edge a database looks as if the source gave no more.
   */
  @Override
  Measured tooMuch() {
    double kept = Thresholds.RATE_KEPT * SearchContext.load(paced).expectedSamplesPerSecond();
    NavigableMap<Long, Measured> tooMuch = edge.measuredTooMuch();
    return tooMuch.values().stream()
        .filter(
            step ->
                step.samplesPerSecond() < kept
                    || !Attribution.memoryIsShort(step.window()).isEmpty())
        .findFirst()
        .orElse(tooMuch.isEmpty() ? null : tooMuch.lastEntry().getValue());
  }

  /** Returns the step of the largest number that it carried; null if it carried none. */
  @Override
  Measured best() {
    return edge.best();
  }

  /** Returns the curve; null if nothing was found. */
  @Override
  SeriesCurve series() {
    return rows.isEmpty()
        ? null
        : SeriesCurve.of(
            axis == Axis.NEW,
            edge.most() == null ? null : Long.valueOf(written(edge.most())),
            edge.tooMuch() == null ? null : Long.valueOf(written(edge.tooMuch())),
            SearchContext.load(paced).expectedSamplesPerSecond(),
            rows);
  }

  @Override
  Verdict judged(Facts facts) {
    Finding ending = edge.tooMuch() == null ? null : ended.get(edge.tooMuch());
    return Attribution.ofSeries(facts, series(), ending);
  }

  private Datagen generator() {
    return paced.source().datagen();
  }

  /** Returns the series that are written, copies included. */
  private long written(long series) {
    return axis == Axis.ALIVE
        ? WrittenSeries.of(of(series))
        : Math.round(series * WrittenSeries.perSeries(paced));
  }

  private JobConfig of(long series) {
    var source = paced.source();
    return context
        .time()
        .fitted(
            paced.withSource(source.withDatagen(axis.of(generator(), series, replaced))),
            context.clock().most());
  }

  /** Measures a number of series; returns whether there was time for it. */
  private boolean step(long series, String remark) {
    JobConfig config = of(series);
    String what =
        Amounts.count(written(series))
            + (axis == Axis.NEW ? " new series a minute" : " series")
            + remark;
    if (!hasTimeToWriteEach(config, what)) {
      return false;
    }
    DatabaseLog database = context.system().database();
    long begin = context.clock().millis();
    Found found;
    try {
      found = step(ofStep(config), config, what, this::writesEach);
    } catch (RunException e) {
      // The database may have been away for longer than a step waits.
      if (endsForMemory(series, database.endings(begin))
          || endsForMemory(series, database.silence())) {
        edge.isTooMuch(series, null);
      }
      throw e;
    } finally {
      replaced = replacedSoFar();
    }
    boolean ends = endsForMemory(series, database.endings(begin));
    if (found == Found.NO_TIME && !ends) {
      return false;
    }
    Measured measured = latest();
    String memory =
        ends
            ? ended.get(series).signal() + ": " + ended.get(series).value()
            : measured == null ? "" : Attribution.memoryIsShort(measured.window());
    if (found == Found.UNKNOWN && memory.isEmpty() && edge.isCarried(series)) {
      // A number that could not be measured once more stays what it was.
      return true;
    }
    boolean carries = found == Found.WRITTEN && memory.isEmpty();
    // A step that is not valid shows nothing, unless the database was killed meanwhile.
    if (measured != null && (measured.window().valid() || !memory.isEmpty())) {
      long alive = WrittenSeries.of(config);
      long replaced = axis == Axis.NEW ? written(series) : 0;
      rows.add(SeriesRow.of(alive, replaced, measured.window(), carries, memory));
    }
    if (carries) {
      edge.carries(series, measured);
    } else {
      edge.isTooMuch(series, measured);
    }
    return true;
  }

  /**
   * Returns the context of a step. A larger number of series are other series, none of which is
   * written; steps of new series a minute begin with the same ones.
   */
  private SearchContext ofStep(JobConfig config) {
    return axis == Axis.NEW ? context : context.of(config);
  }

  private double replacedSoFar() {
    if (latest == null) {
      return replaced;
    }
    Datagen generator = latest.config().source().datagen();
    long eachInterval = context.registration().samples(latest.config());
    // The last interval goes on.
    long intervals = Math.max(0, latest.job().samplesAcked() - 1) / eachInterval;
    return generator.replaced() + generator.churn() * intervals;
  }

  /**
   * Returns the least length of a step; it is longer if series are replaced, because what a new one
   * costs shows slowly.
   */
  @Override
  Duration leastFor(Load load) {
    Duration least = super.leastFor(load);
    int thirds = PART_TO_REGISTER - 1;
    return axis == Axis.NEW
        ? longer(
            least,
            context.clock().most().multipliedBy(thirds).dividedBy(PART_TO_REGISTER * MOST_STEPS))
        : least;
  }

  private boolean endsForMemory(long series, List<Ending> endings) {
    var finding = Attribution.endedForMemory(endings);
    finding.ifPresent(how -> ended.put(series, how));
    return finding.isPresent();
  }

  private boolean hasTimeToWriteEach(JobConfig config, String what) {
    Duration needed =
        (axis == Axis.ALIVE ? onceEach(config) : Duration.ZERO)
            .plus(leastFor(SearchContext.load(config)).multipliedBy(2));
    boolean inTime = context.clock().hasTimeFor(needed);
    if (!inTime && !rows.isEmpty()) {
      context
          .journal()
          .note(
              "no time is left for %s: to %smeasure takes %s"
                  .formatted(
                      what,
                      axis == Axis.ALIVE ? "write each of them once at this rate, and to " : "",
                      DurationText.format(Duration.ofSeconds(needed.toSeconds()))));
    }
    return inTime || rows.isEmpty();
  }

  private Duration onceEach(JobConfig config) {
    var generator = config.source().datagen();
    return Duration.ofSeconds(
        (long) Math.ceil((double) generator.seriesAlive() / generator.rate()));
  }

  /**
   * Reads on until the job has written each of its series, or no time is left. A job that writes
   * nothing for a minute is measured, because that shows why.
   */
  private boolean writesEach(SearchContext.Running running) {
    latest = running;
    Registration registration = running.context().registration();
    if (registration.isComplete()) {
      return true;
    }
    int rounds = axis == Axis.NEW ? ROUNDS_BEFORE_CHURN : 1;
    long all = rounds * registration.samples(running.config());
    long begin = context.clock().millis();
    long writtenMillis = begin;
    while (running.job().samplesAcked() < all) {
      long before = running.job().samplesAcked();
      Duration left =
          context
              .clock()
              .left()
              .minus(leastFor(SearchContext.load(running.config())).multipliedBy(2));
      if (left.isNegative() || left.isZero()) {
        context.journal().warn("no time is left: " + progress(running, begin).text());
        return false;
      }
      running.job().watchUntilWritten(all, left.compareTo(LOOK) < 0 ? left : LOOK);
      long now = context.clock().millis();
      if (running.job().samplesAcked() > before) {
        writtenMillis = now;
        context.journal().begin(progress(running, begin).text());
      } else if (now - writtenMillis >= PATIENCE.toMillis()) {
        return true;
      }
    }
    return true;
  }

  private Registration.Progress progress(SearchContext.Running running, long beginMillis) {
    return running
        .context()
        .registration()
        .progress(
            running.config(),
            0,
            running.job().samplesAcked(),
            context.clock().millis() - beginMillis);
  }
}
