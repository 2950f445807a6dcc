package io.tidemark.search;

import io.tidemark.ceiling.Attribution;
import io.tidemark.ceiling.CeilingResult.AmplificationRow;
import io.tidemark.ceiling.CeilingResult.SeriesCurve;
import io.tidemark.ceiling.Facts;
import io.tidemark.ceiling.Verdict;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Load;
import io.tidemark.measure.Measured;
import io.tidemark.measure.ObservationLog;
import io.tidemark.queried.QueryCurve;
import io.tidemark.search.SearchContext.Running;
import io.tidemark.slo.SafeRate;
import io.tidemark.slo.Worst;
import io.tidemark.statistics.Drift;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * Raises the load that is asked for, in an open loop at the source's pace, until it is no longer
 * written; or tries batch sizes against requests in flight at equal samples in flight. A job for
 * each load.
 */
class Ramp {
  /** The main case's, and beyond. */
  private static final int[] M = {1, 2, 4, 6, 12, 20, 40};

  /** Of source samples per second where none is configured. */
  private static final long RATE = 100_000;

  static final long FIRST_RATE = 10_000;
  private static final int MAX_DOUBLINGS = 12;
  private static final int BISECTIONS = 3;
  private static final int[] BATCHES = {500, 1_000, 2_500, 5_000, 10_000, 20_000};
  private static final int SAMPLES_IN_FLIGHT = 160_000;
  private static final int MAX_IN_FLIGHT = 512;

  /** Of the load that is asked for; what is less has a backlog that grows. */
  static final double SUSTAINED = 0.98;

  /** What is acknowledged rises by a batch at a time; fewer steps show no slope. */
  private static final int BATCHES_TO_A_STEP = 10;

  /**
   * A line through n steps of a staircase is steeper or flatter than the staircase by at most this
   * over n²: 1 for its teeth, and 0.75 for a part of one at either end.
   */
  private static final double STAIRCASE = 2.5;

  /** Part of a step in which it registers all series by itself. */
  private static final double QUICKLY = 0.5;

  /** What a load turned out to be. */
  enum Found {
    WRITTEN,
    TOO_MUCH,
    /** None of its windows was valid. */
    UNKNOWN,
    NO_TIME
  }

  private final SearchContext context;
  private final List<Measured> valid = new ArrayList<>();
  private final List<AmplificationRow> rows = new ArrayList<>();
  private Measured firstNotSustained;
  private Measured latest;
  private boolean refused;

  Ramp(SearchContext context) {
    this.context = context;
  }

  List<Measured> steps() {
    return valid;
  }

  /** Of the latest step, valid or not; null if all of its requests failed, or there was none. */
  final Measured latest() {
    return latest;
  }

  List<AmplificationRow> rows() {
    return rows;
  }

  /** Null where it is not the series that are raised. */
  SeriesCurve series() {
    return null;
  }

  /** Null where it is not the queries that are raised. */
  QueryCurve queries() {
    return null;
  }

  /** Null where no objective was asked for. */
  SafeRate safeRate() {
    return null;
  }

  /** Null where no event was asked for. */
  Worst worst() {
    return null;
  }

  /** Where objectives were: the steps that kept not all, from the lowest rate. */
  List<Measured> whatBroke() {
    return List.of();
  }

  /** The same of an event. */
  List<Measured> whatBroke(Worst.Through through) {
    return List.of();
  }

  /** The cause, of the step to explain. */
  Verdict judged(Facts facts) {
    return Attribution.judge(facts);
  }

  /** Whether all that was tried was written. */
  boolean sustained() {
    return !valid.isEmpty() && tooMuch() == null && !refused;
  }

  /** The step to explain: the least load that was too much, else the most that was written. */
  Measured toExplain() {
    return tooMuch() != null ? tooMuch() : best();
  }

  /** The least load of them; null if none was. */
  Measured tooMuch() {
    return firstNotSustained;
  }

  Measured best() {
    return valid.stream().max(Comparator.comparingDouble(Measured::samplesPerSecond)).orElse(null);
  }

  /** The least load of all. */
  JobConfig first(CeilingPlan.By by) {
    return switch (by) {
      case M -> withM(paced(), M[0]);
      case RATE -> withRate(context.config(), FIRST_RATE);
      case BATCH -> ofBatch(BATCHES[0]);
      case SERIES, CHURN, QUERIES, SLO, IN_FLIGHT ->
          throw new IllegalArgumentException("no ramp of the load: " + by);
    };
  }

  void run(CeilingPlan.By by) {
    register(first(by));
    switch (by) {
      case M -> byM();
      case RATE -> byRate();
      case BATCH -> byBatch();
      case SERIES, CHURN, QUERIES, SLO, IN_FLIGHT ->
          throw new IllegalArgumentException("no ramp of the load: " + by);
    }
  }

  /** At a slow pace the first steps would be of new series alone. */
  final void register(JobConfig first) {
    double perSecond = SearchContext.load(first).expectedSamplesPerSecond();
    double quickly = perSecond * context.length().least().toMillis() / 1e3 * QUICKLY;
    if (context.registration().samples(first) <= quickly) {
      return;
    }
    try (var running = context.start(JobCeiling.unpaced(first))) {
      context.register(running);
    }
  }

  final void noteRate() {
    if (rate() == 0) {
      context
          .journal()
          .note("source.datagen.rate is not set: taking %d source samples/s".formatted(RATE));
    }
  }

  private void byM() {
    JobConfig paced = paced();
    noteRate();
    for (int m : M) {
      boolean tooMuch = firstNotSustained != null;
      if (step(withM(paced, m), "M = %d".formatted(m)) == Found.NO_TIME || tooMuch || refused) {
        return;
      }
    }
  }

  private JobConfig paced() {
    return paced(context.config());
  }

  /** At the rate that is configured, or the one that is taken instead. */
  static JobConfig paced(JobConfig config) {
    long rate = config.source().datagen().rate();
    return withRate(config, rate > 0 ? rate : RATE);
  }

  private void byRate() {
    long sustained = 0;
    long tooMuch = 0;
    long rate = FIRST_RATE;
    for (int i = 0; i < MAX_DOUBLINGS && tooMuch == 0; i++, rate *= 2) {
      switch (atRate(rate, "")) {
        case WRITTEN -> sustained = rate;
        case TOO_MUCH, UNKNOWN -> tooMuch = rate;
        case NO_TIME -> {
          return;
        }
      }
    }
    for (int i = 0; i < BISECTIONS && tooMuch > 0; i++) {
      long between = (sustained + tooMuch) / 2;
      switch (atRate(between, "")) {
        case WRITTEN -> sustained = between;
        case TOO_MUCH, UNKNOWN -> tooMuch = between;
        case NO_TIME -> {
          return;
        }
      }
    }
    if (tooMuch > 0 && sustained > 0) {
      atRate(sustained, ", once more");
    }
  }

  private Found atRate(long rate, String remark) {
    return step(withRate(context.config(), rate), rate + " source samples/s" + remark);
  }

  private void byBatch() {
    for (int batch : BATCHES) {
      int equal = equalInFlight(batch);
      int inFlight = Math.min(equal, context.mostInFlight());
      if (inFlight < equal) {
        context
            .journal()
            .warn(
                "batches of %d have %d requests in flight instead of %d, the most that may be: fewer samples than with other batches"
                    .formatted(batch, inFlight, equal));
      }
      if (step(ofBatch(batch), "batch %d × %d in flight".formatted(batch, inFlight))
          == Found.NO_TIME) {
        return;
      }
    }
  }

  private static int equalInFlight(int batch) {
    return Math.max(1, Math.min(MAX_IN_FLIGHT, SAMPLES_IN_FLIGHT / batch));
  }

  private JobConfig ofBatch(int batch) {
    JobConfig config = context.config();
    int inFlight = Math.min(equalInFlight(batch), context.mostInFlight());
    return config.withWrite(config.write().withBatchSamples(batch).withInFlight(inFlight));
  }

  private Found step(JobConfig config, String what) {
    return step(context, config, what, running -> true);
  }

  /**
   * One load, with a job of its own.
   *
   * @param of the search of that job's series
   * @param begun waits until the job may be measured; false if there is no time for it
   */
  final Found step(SearchContext of, JobConfig config, String what, Predicate<Running> begun) {
    if (!valid.isEmpty() && !context.clock().hasTimeFor(context.length().least().multipliedBy(2))) {
      context.journal().note("no time is left for " + what);
      return Found.NO_TIME;
    }
    context.journal().begin(what);
    latest = null;
    try (var running = of.start(config)) {
      if (!begun.test(running)) {
        return Found.NO_TIME;
      }
      Load load = SearchContext.load(running.config());
      Duration least = leastFor(load);
      Measured measured =
          ofSameWork(
              context.step(running.job(), load, least, longer(least, context.length().most())));
      context.journal().add(load.expectedSamplesPerSecond() > 0 ? "ramp" : "batch", what, measured);
      Duration again = least.multipliedBy(2);
      if (measured.window().failsAll()) {
        // At a lower load it took them: what it refuses is this one.
        refused = true;
        return Found.TOO_MUCH;
      }
      boolean doubtful =
          !measured.window().valid() || !isWritten(load, measured) || !isAnswered(measured);
      if (doubtful && context.clock().hasTimeFor(again.multipliedBy(2))) {
        // A pause makes a short step invalid, or looks like a backlog that grows.
        measured =
            ofSameWork(running.job().step(load, again, longer(again, context.length().most())));
        context.journal().add("ramp", what + ", once more", measured);
      }
      latest = measured;
      if (!measured.window().valid()) {
        return Found.UNKNOWN;
      }
      valid.add(measured);
      return compare(load, measured);
    }
  }

  private Measured ofSameWork(Measured measured) {
    return Registration.comparable(measured, valid);
  }

  /** Whether who reads meanwhile is answered, where that is what is raised. */
  boolean isAnswered(Measured measured) {
    return true;
  }

  /** Longer for a load of few batches. */
  Duration leastFor(Load load) {
    double expected = load.expectedSamplesPerSecond();
    return expected == 0
        ? context.length().least()
        : longer(
            context.length().least(),
            Duration.ofMillis(
                (long)
                    (1e3
                        * BATCHES_TO_A_STEP
                        * samplesAtATime(load, context.config().write().linger())
                        / expected)));
  }

  static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** A batch of each subtask, or what gathers until it is sent anyway. */
  static double samplesAtATime(Load load, Duration linger) {
    double lingerSeconds = linger.toMillis() / 1e3;
    return Math.min(
        (double) load.batchSamples() * load.parallelism(),
        load.expectedSamplesPerSecond() * lingerSeconds);
  }

  private boolean isWritten(Load load, Measured measured) {
    double expected = load.expectedSamplesPerSecond();
    if (expected == 0) {
      return true;
    }
    double batches =
        expected
            * measured.window().seconds()
            / samplesAtATime(load, context.config().write().linger());
    return efficiency(expected, measured) >= SUSTAINED - STAIRCASE / (batches * batches);
  }

  /** The better of two estimates: batches that come a little late make either too low. */
  private static double efficiency(double expected, Measured measured) {
    double written = expected - backlogSlope(expected, measured.rates());
    return Math.max(measured.samplesPerSecond(), written) / expected;
  }

  private Found compare(Load load, Measured measured) {
    double expected = load.expectedSamplesPerSecond();
    if (expected == 0) {
      return Found.WRITTEN;
    }
    double efficiency = efficiency(expected, measured);
    double actual = expected * efficiency;
    boolean sustained = isWritten(load, measured);
    rows.add(
        new AmplificationRow(
            load.parallelism(),
            load.m(),
            load.n(),
            60 * expected,
            60 * actual,
            efficiency,
            sustained));
    boolean least =
        firstNotSustained == null
            || expected < firstNotSustained.window().load().expectedSamplesPerSecond();
    if (!sustained && least) {
      firstNotSustained = measured;
    }
    return sustained ? Found.WRITTEN : Found.TOO_MUCH;
  }

  /**
   * Samples per second by which what is not yet acknowledged grows. A line through all of it does
   * not mind that acknowledgements come a batch at a time, as a difference of first and last would:
   * a load whose backlog does not grow is sustained (Theodolite, 2022).
   */
  private static double backlogSlope(double expected, double[] rates) {
    double seconds = ObservationLog.GRID_MILLIS / 1e3;
    var backlog = new double[rates.length + 1];
    for (int i = 0; i < rates.length; i++) {
      backlog[i + 1] = backlog[i] + (expected - rates[i]) * seconds;
    }
    return Drift.ofEachStep(backlog) / seconds;
  }

  private long rate() {
    return context.config().source().datagen().rate();
  }

  private JobConfig withM(JobConfig config, int m) {
    return context
        .time()
        .fitted(config.withAmplify(config.amplify().withM(m)), context.clock().most());
  }

  static JobConfig withRate(JobConfig config, long rate) {
    if (config.source().type() != JobConfig.SourceType.DATAGEN) {
      throw new ConfigException(
          "--slo, and --by m, rate, series, churn and queries, need a source whose pace can be set, source.type=%s has its own; use --by in-flight"
              .formatted(config.source().type().name().toLowerCase(Locale.ROOT)));
    }
    return config.withSource(config.source().withDatagen(config.source().datagen().withRate(rate)));
  }
}
