package io.tidemark.search;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.CeilingResult.Intervention;
import io.tidemark.ceiling.Change;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Measured;
import io.tidemark.measure.ObservationLog;
import io.tidemark.measure.SystemUnderTest.ChangeableDatabase;
import io.tidemark.measure.Window;
import io.tidemark.statistics.BatchMeans;
import io.tidemark.statistics.Elasticity;
import io.tidemark.statistics.Estimate;
import io.tidemark.statistics.LittleCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * Changes one thing at a time at the plateau, and back again, so that a host that grows busier
 * meanwhile does not pass for an effect: before, after, before, after.
 */
final class Interventions {
  /** A change of the throughput by less is not worth the name. */
  private static final double WORTH_THE_NAME = 0.1;

  /** Observations to a mean: a second's. */
  private static final int BATCH = (int) (1_000 / ObservationLog.GRID_MILLIS);

  private static final double FREE_HOST = 0.7;

  /** Of the bound, in flight: with less, a higher bound can change nothing. */
  private static final double USED = 0.5;

  private final SearchContext context;
  private final Sweep sweep;
  private final List<Intervention> done = new ArrayList<>();
  private final List<Measured> unchanged = new ArrayList<>();
  private boolean boundMatters;

  Interventions(SearchContext context, Sweep sweep) {
    this.context = context;
    this.sweep = sweep;
  }

  /** What was done so far, also when the search is interrupted. */
  List<Intervention> done() {
    return done;
  }

  /** Valid windows of the plateau, before something was changed or after it was changed back. */
  List<Measured> unchanged() {
    return unchanged;
  }

  /**
   * Those that speak for or against the cause, the most decisive first, as long as there is time.
   */
  void run(Cause cause, Measured plateau) {
    int inFlight = Sweep.inFlight(plateau);
    boundMatters = plateau.window().inFlight().use() >= USED;
    Window window = plateau.window();
    for (Change change : cause.changes()) {
      if (change.isOfDatabase() && context.system().changeable().isEmpty()) {
        continue;
      }
      if (context.clock().hasTimeFor(timeOf(window))) {
        intervention(change, window, inFlight).run();
      } else {
        context.journal().note("no time is left for another intervention");
      }
    }
  }

  private Runnable intervention(Change change, Window window, int inFlight) {
    return switch (change) {
      case MORE_IN_FLIGHT -> () -> moreInFlight(inFlight);
      case MORE_PARALLELISM -> () -> moreParallelism(window, inFlight);
      case FEWER_CORES -> () -> fewerCores(inFlight);
      case MORE_INSERT_SLOTS -> () -> moreSlots(window, inFlight);
    };
  }

  /** Four steps, two of them perhaps with answers that take twice as long. */
  private Duration timeOf(Window window) {
    Double latency = window.requests().meanMillis();
    double seconds = latency == null ? 0 : LittleCheck.MIN_LATENCIES * 1.5 * latency / 1e3;
    double least = context.length().half().least().toMillis() / 1e3;
    return Duration.ofMillis((long) (4e3 * Math.max(least, seconds)));
  }

  private void moreInFlight(int inFlight) {
    if (!boundMatters) {
      context
          .journal()
          .note("more in flight is not tried: the job does not use what it may have in flight");
      return;
    }
    var before = new ArrayList<Measured>();
    var after = new ArrayList<Measured>();
    for (int round = 0; round < 2; round++) {
      before.add(at(inFlight));
      after.add(at(2 * inFlight));
    }
    add(
        "requests in flight %d → %d".formatted(inFlight, 2 * inFlight),
        2,
        before,
        after,
        Change.MORE_IN_FLIGHT);
  }

  private void fewerCores(int inFlight) {
    ChangeableDatabase database = context.system().changeable().orElseThrow();
    int cores = database.cores();
    if (cores < 2) {
      return;
    }
    int half = cores / 2;
    var before = new ArrayList<Measured>();
    var after = new ArrayList<Measured>();
    try {
      for (int round = 0; round < 2; round++) {
        before.add(at(inFlight));
        database.useCores(half);
        after.add(at(inFlight));
        database.useCores(cores);
      }
    } finally {
      database.useCores(cores);
    }
    add(
        "the database's cores %d → %d".formatted(cores, half),
        (double) half / cores,
        before,
        after,
        Change.FEWER_CORES);
  }

  private void moreSlots(Window window, int inFlight) {
    if (window.database() == null || window.database().slots() == null) {
      return;
    }
    ChangeableDatabase database = context.system().changeable().orElseThrow();
    int slots = (int) Math.round(window.database().slots());
    var before = new ArrayList<Measured>();
    var after = new ArrayList<Measured>();
    before.add(at(inFlight));
    database.restart(2 * slots);
    sweep.job().watch(Duration.ofSeconds(1));
    after.add(at(inFlight));
    database.restart(slots);
    sweep.job().watch(Duration.ofSeconds(1));
    before.add(at(inFlight));
    add(
        "the database's insert slots %d → %d".formatted(slots, 2 * slots),
        2,
        before,
        after,
        Change.MORE_INSERT_SLOTS);
  }

  private void moreParallelism(Window window, int inFlight) {
    int parallelism = context.config().parallelism();
    boolean hostHasRoom = window.host() == null || window.host().busyShare() < FREE_HOST;
    if (!hostHasRoom || !context.system().hasTaskSlots(2 * parallelism)) {
      context
          .journal()
          .note(
              "twice the parallelism is not tried: %s"
                  .formatted(
                      hostHasRoom
                          ? "there are no task slots for it"
                          : "the host has no free cores"));
      return;
    }
    var before = new ArrayList<Measured>();
    before.add(at(inFlight));
    before.add(at(inFlight));
    sweep.close();
    JobConfig more = context.config().withParallelism(2 * parallelism);
    var after = restarted(more, inFlight);
    add(
        "parallelism %d → %d".formatted(parallelism, 2 * parallelism),
        2,
        before,
        after,
        Change.MORE_PARALLELISM);
  }

  private List<Measured> restarted(JobConfig config, int inFlight) {
    var after = new ArrayList<Measured>();
    JobConfig bounded = config.withWrite(config.write().withInFlight(inFlight));
    try (var running = context.start(bounded)) {
      for (int i = 0; i < 2; i++) {
        StepLength length = context.length().half();
        after.add(
            context
                .journal()
                .add(
                    "intervention",
                    "in flight %d".formatted(inFlight),
                    running
                        .job()
                        .step(SearchContext.load(bounded), length.least(), length.most())));
      }
    }
    return after;
  }

  private Measured at(int inFlight) {
    return sweep.measure("intervention", inFlight, context.length().half());
  }

  private void add(
      String changed, double factor, List<Measured> before, List<Measured> after, Change change) {
    before.stream().filter(window -> window.window().valid()).forEach(unchanged::add);
    double[] from = means(before);
    double[] to = means(after);
    if (from.length < 2 || to.length < 2) {
      context.journal().note("%s: no valid windows, so it shows nothing".formatted(changed));
      return;
    }
    Estimate elasticity = Elasticity.of(from, to, factor);
    double was = Arrays.stream(from).average().orElseThrow();
    double is = Arrays.stream(to).average().orElseThrow();
    boolean sure = elasticity.low() > 0 || elasticity.high() < 0;
    boolean moved = sure && apart(before, after) && Math.abs(is / was - 1) >= WORTH_THE_NAME;
    done.add(
        new Intervention(
            changed,
            change.isOfDatabase() ? "database" : "job",
            factor,
            was,
            is,
            elasticity.value(),
            finite(elasticity.low()),
            finite(elasticity.high()),
            moved,
            change.proves()));
    context
        .journal()
        .note(
            "%s: %+.1f %%, elasticity %.2f%s"
                .formatted(
                    changed,
                    100 * (is / was - 1),
                    elasticity.value(),
                    moved ? "" : " (no effect)"));
  }

  /** Whether every window of the one is above every window of the other. */
  private static boolean apart(List<Measured> before, List<Measured> after) {
    var from = rates(before);
    var to = rates(after);
    return from.getMax() < to.getMin() || from.getMin() > to.getMax();
  }

  private static DoubleSummaryStatistics rates(List<Measured> windows) {
    return windows.stream()
        .filter(window -> window.window().valid())
        .mapToDouble(Measured::samplesPerSecond)
        .summaryStatistics();
  }

  private static double[] means(List<Measured> windows) {
    return windows.stream()
        .filter(window -> window.window().valid())
        .flatMapToDouble(window -> Arrays.stream(BatchMeans.of(window.rates(), BATCH)))
        .filter(rate -> rate > 0)
        .toArray();
  }

  private static Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
