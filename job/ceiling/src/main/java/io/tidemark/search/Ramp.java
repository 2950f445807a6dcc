package io.tidemark.search;

import io.tidemark.ceiling.Attribution;
import io.tidemark.ceiling.Facts;
import io.tidemark.ceiling.Verdict;
import io.tidemark.ceiling.result.AmplificationRow;
import io.tidemark.ceiling.result.Phase;
import io.tidemark.ceiling.series.SeriesCurve;
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
 * written; or compares batch sizes at equally many samples in flight. Each load has a job of its
 * own.
 */
class Ramp {
  /** These are the values of M to try: the main use's, and larger ones. */
  private static final int[] M = {1, 2, 4, 6, 12, 20, 40};

  /** This many source samples per second are generated if no rate is configured. */
  private static final long RATE = 100_000;

  static final long FIRST_RATE = 10_000;
  private static final int MAX_DOUBLINGS = 12;
  private static final int BISECTIONS = 3;
  private static final int[] BATCHES = {500, 1_000, 2_500, 5_000, 10_000, 20_000};
  private static final int SAMPLES_IN_FLIGHT = 160_000;
  private static final int MAX_IN_FLIGHT = 512;

  /** A load is sustained if this share of it is written; with less, a backlog grows. */
  static final double SUSTAINED = 0.98;

  /**
   * The acknowledged samples rise by a batch at a time, and fewer batches in a step show no slope.
   */
  private static final int BATCHES_TO_A_STEP = 10;

  /**
   * A line through n steps of a staircase is steeper or flatter than the staircase by at most this
   * over n²: 1 for its teeth, and 0.75 for a part of one at either end.
   */
  private static final double STAIRCASE = 2.5;

  /** The series count as registered quickly if that takes at most this part of a step. */
  private static final double QUICKLY = 0.5;

  /** What a load turned out to be. */
  enum Found {
    WRITTEN,
    TOO_MUCH,
    /** None of the load's windows was valid. */
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

  /**
   * Returns the window of the latest step, valid or not; null if all of its requests failed, or
   * there was none.
   */
  final Measured latest() {
    return latest;
  }

  List<AmplificationRow> rows() {
    return rows;
  }

  /** Returns the result of a search by series; null for other searches. */
  SeriesCurve series() {
    return null;
  }

  /** Returns the result of a search by queries; null for other searches. */
  QueryCurve queries() {
    return null;
  }

  /** Returns the safe rate; null if no objective was asked for. */
  SafeRate safeRate() {
    return null;
  }

  /** Returns the safe rate under events; null if no event was asked for. */
  Worst worst() {
    return null;
  }

  /**
   * Returns the steps that did not keep all objectives, from the lowest rate; empty if there were
   * no objectives.
   */
  List<Measured> whatBroke() {
    return List.of();
  }

  /**
   * Returns, from the lowest rate, what was held through an event and did not keep the objectives.
   */
  List<Measured> whatBroke(Worst.Through through) {
    return List.of();
  }

  /** Judges the step to explain. */
  Verdict judged(Facts facts) {
    return Attribution.judge(facts);
  }

  /** Tells whether all loads that were tried were written. */
  boolean sustained() {
    return !valid.isEmpty() && tooMuch() == null && !refused;
  }

  /**
   * Returns the step to explain: that of the lowest load that was too much, else of the highest
   * that was written.
   */
  Measured toExplain() {
    return tooMuch() != null ? tooMuch() : best();
  }

  /** Returns the step of the lowest load that was too much; null if none was. */
  Measured tooMuch() {
    return firstNotSustained;
  }

  Measured best() {
    return valid.stream().max(Comparator.comparingDouble(Measured::samplesPerSecond)).orElse(null);
  }

  /** Returns the lowest load of all. */
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

  /**
   * Registers all series beforehand if the pace is slow, because otherwise the first steps would
   * write new series only.
   */
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

  /** Returns the job at the configured rate, or at the default one if none is configured. */
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
   * Measures one load with a job of its own.
   *
   * @param of the search that the job's series belong to
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
      context
          .journal()
          .add(load.expectedSamplesPerSecond() > 0 ? Phase.RAMP : Phase.BATCH, what, measured);
      Duration again = least.multipliedBy(2);
      if (measured.window().failsAll()) {
        // The database took lower loads, so it refuses this one.
        refused = true;
        return Found.TOO_MUCH;
      }
      boolean doubtful =
          !measured.window().valid() || !isWritten(load, measured) || !isAnswered(measured);
      if (doubtful && context.clock().hasTimeFor(again.multipliedBy(2))) {
        // A pause makes a short step invalid, or looks like a backlog that grows, so the step is
        // repeated.
        measured =
            ofSameWork(running.job().step(load, again, longer(again, context.length().most())));
        context.journal().add(Phase.RAMP, what + ", once more", measured);
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

  /** Tells whether the readers were answered, if the search raises the queries. */
  boolean isAnswered(Measured measured) {
    return true;
  }

  /** Returns the least duration of a step; it is longer for a load of few batches. */
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

  /**
   * Returns the samples that are sent at a time: a batch of each subtask, or what gathers until it
   * is sent anyway.
   */
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

  /**
   * Returns the larger of two estimates, because batches that come a little late make either too
   * low.
   */
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
   * Returns the samples per second by which the unacknowledged ones grow in number.
   * Acknowledgements come a batch at a time; that hardly disturbs a line through all of them, as it
   * would the difference of the first and the last. A load whose backlog does not grow is sustained
   * (Theodolite, 2022).
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
