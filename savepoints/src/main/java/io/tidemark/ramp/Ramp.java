package io.tidemark.ramp;

import io.tidemark.ceiling.CeilingResult.AmplificationRow;
import io.tidemark.ceiling.Load;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Raises the load that is asked for, in an open loop at the source's pace, until it is no longer
 * written; or tries batch sizes against requests in flight at equal samples in flight. A job for
 * each load.
 */
final class Ramp {
  /** The main case's, and beyond. */
  private static final int[] M = {1, 2, 4, 6, 12, 20, 40};

  /** Of source samples per second where none is configured. */
  private static final long RATE = 100_000;

  private static final long FIRST_RATE = 10_000;
  private static final int MOST_DOUBLINGS = 12;
  private static final int BISECTIONS = 3;
  private static final int[] BATCHES = {500, 1_000, 2_500, 5_000, 10_000, 20_000};
  private static final int SAMPLES_IN_FLIGHT = 160_000;
  private static final int MOST_IN_FLIGHT = 512;

  /** Of the load that is asked for; what is less has a backlog that grows. */
  private static final double SUSTAINED = 0.98;

  private final Bench bench;
  private final List<Measured> valid = new ArrayList<>();
  private final List<AmplificationRow> rows = new ArrayList<>();
  private Measured firstNotSustained;

  Ramp(Bench bench) {
    this.bench = bench;
  }

  List<Measured> steps() {
    return valid;
  }

  List<AmplificationRow> rows() {
    return rows;
  }

  /** Whether all that was tried was written. */
  boolean sustained() {
    return !valid.isEmpty() && firstNotSustained == null;
  }

  /** The step to explain: the least load that was too much, else the most that was written. */
  Measured toExplain() {
    return firstNotSustained != null ? firstNotSustained : best();
  }

  Measured best() {
    return valid.stream().max(Comparator.comparingDouble(Measured::samplesPerSecond)).orElse(null);
  }

  void run(CeilingPlan.By by) {
    switch (by) {
      case M -> byM();
      case RATE -> byRate();
      case BATCH -> byBatch();
      case IN_FLIGHT -> throw new IllegalArgumentException("a sweep, not a ramp: " + by);
    }
  }

  private void byM() {
    JobConfig paced = withRate(bench.config(), rate() > 0 ? rate() : RATE);
    if (rate() == 0) {
      bench
          .journal()
          .note("source.datagen.rate is not set: taking %d source samples/s".formatted(RATE));
    }
    for (int m : M) {
      boolean tooMuch = firstNotSustained != null;
      if (!step(withM(paced, m), "M = %d".formatted(m)) || tooMuch) {
        return;
      }
    }
  }

  private void byRate() {
    long sustained = 0;
    long rate = FIRST_RATE;
    for (int i = 0; i < MOST_DOUBLINGS && firstNotSustained == null; i++, rate *= 2) {
      if (!step(withRate(bench.config(), rate), rate + " source samples/s")) {
        return;
      }
      sustained = firstNotSustained == null ? rate : sustained;
    }
    long tooMuch = firstNotSustained == null ? 0 : rate / 2;
    for (int i = 0; i < BISECTIONS && tooMuch > 0; i++) {
      long between = (sustained + tooMuch) / 2;
      int rowsBefore = rows.size();
      if (!step(withRate(bench.config(), between), between + " source samples/s")
          || rows.size() == rowsBefore) {
        return;
      }
      if (rows.get(rows.size() - 1).sustained()) {
        sustained = between;
      } else {
        tooMuch = between;
      }
    }
    if (tooMuch > 0 && sustained > 0) {
      step(withRate(bench.config(), sustained), sustained + " source samples/s, once more");
    }
  }

  private void byBatch() {
    for (int batch : BATCHES) {
      int inFlight = Math.max(1, Math.min(MOST_IN_FLIGHT, SAMPLES_IN_FLIGHT / batch));
      JobConfig config = bench.config();
      JobConfig pair =
          config.withWrite(config.write().withBatchSamples(batch).withInFlight(inFlight));
      if (!step(pair, "batch %d × %d in flight".formatted(batch, inFlight))) {
        return;
      }
    }
  }

  /** Whether there was time for it. */
  private boolean step(JobConfig config, String what) {
    if (!valid.isEmpty() && !bench.clock().hasTimeFor(bench.length().least().multipliedBy(2))) {
      bench.journal().note("no time is left for " + what);
      return false;
    }
    bench.journal().begin(what);
    try (var running = bench.start(config)) {
      Load load = Bench.load(running.config());
      Measured measured = running.job().step(load, bench.length().least(), bench.length().most());
      bench.journal().add(load.expectedSamplesPerSecond() > 0 ? "ramp" : "batch", what, measured);
      if (measured.window().valid()) {
        valid.add(measured);
        compare(load, measured);
      }
    }
    return true;
  }

  private void compare(Load load, Measured measured) {
    double expected = load.expectedSamplesPerSecond();
    if (expected == 0) {
      return;
    }
    double efficiency = measured.samplesPerSecond() / expected;
    boolean sustained = efficiency >= SUSTAINED;
    rows.add(
        new AmplificationRow(
            load.parallelism(),
            load.m(),
            load.n(),
            60 * expected,
            60 * measured.samplesPerSecond(),
            efficiency,
            sustained));
    boolean least =
        firstNotSustained == null
            || expected < firstNotSustained.window().load().expectedSamplesPerSecond();
    if (!sustained && least) {
      firstNotSustained = measured;
    }
  }

  private long rate() {
    return bench.config().source().datagen().rate();
  }

  private JobConfig withM(JobConfig config, int m) {
    return bench.time().fitted(config.withAmplify(config.amplify().withM(m)), bench.clock().most());
  }

  private static JobConfig withRate(JobConfig config, long rate) {
    if (config.source().type() != JobConfig.SourceType.DATAGEN) {
      throw new ConfigException(
          "--by m and --by rate need a source whose pace can be set, source.type=%s has its own; use --by in-flight"
              .formatted(config.source().type().name().toLowerCase(Locale.ROOT)));
    }
    return config.withSource(config.source().withDatagen(config.source().datagen().withRate(rate)));
  }
}
