package io.tidemark.search;

import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Load;
import io.tidemark.measure.Measured;
import io.tidemark.measure.Window;
import io.tidemark.slo.Hold;
import io.tidemark.slo.SafeRate;
import io.tidemark.slo.SafeRateSearch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Holds the rates that a {@link SafeRateSearch} asks for, each with a job of its own, and counts
 * what became of the samples from the moment that each was due.
 */
final class SafeRamp extends Ramp implements SafeRateSearch.Holder {
  private static final String PHASE = "hold";

  /** Until all parts of a job run, and its code is compiled. */
  private static final Duration WARM_UP = Duration.ofSeconds(3);

  /** What gathered meanwhile is written within that, or it is the rate that is too high. */
  private static final int LOOKS = 10;

  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Of the latency in the look before: what falls faster still catches up. */
  private static final double FALLING = 0.9;

  /** Of a latency's limit. */
  private static final int LINGERS = 10;

  private final SearchContext context;
  private final CeilingPlan.Slo slo;
  private final JobConfig base;
  private final double samplesPerSourceSample;
  private final List<Measured> kept = new ArrayList<>();
  private final NavigableMap<Double, Measured> broken = new TreeMap<>();
  private SafeRateSearch search;
  private SafeRate safeRate;

  SafeRamp(SearchContext context, CeilingPlan.Slo slo) {
    super(context);
    this.context = context;
    this.slo = slo;
    this.base = withShortLinger(context.config());
    JobConfig first = withRate(base, FIRST_RATE);
    this.samplesPerSourceSample = SearchContext.load(first).expectedSamplesPerSecond() / FIRST_RATE;
  }

  /** A batch that waits to be filled for longer than a latency may be would be late by itself. */
  private JobConfig withShortLinger(JobConfig config) {
    double least =
        slo.objectives().stream()
            .filter(objective -> objective.isLatency())
            .mapToDouble(objective -> objective.limit())
            .min()
            .orElse(Double.POSITIVE_INFINITY);
    Duration linger = config.write().linger();
    if (slo.keepsLinger() || linger.toNanos() / 1e9 <= least / LINGERS) {
      return config;
    }
    Duration shorter = Duration.ofMillis(Math.max(1, (long) (1e3 * least / LINGERS)));
    context
        .journal()
        .note(
            "write.linger is %d ms in this search, a tenth of the latency that is asked for; set it to keep yours"
                .formatted(shorter.toMillis()));
    return config.withWrite(config.write().withLinger(shorter));
  }

  @Override
  JobConfig first(CeilingPlan.By by) {
    return withRate(base, FIRST_RATE);
  }

  @Override
  void run(CeilingPlan.By by) {
    register(first(by));
    search = new SafeRateSearch(this, FIRST_RATE * samplesPerSourceSample);
    try {
      search.run();
    } finally {
      // Also of a search that someone ended.
      safeRate = SafeRate.of(search.found(), slo.objectives(), slo.hold().toMillis() / 1e3);
    }
  }

  /** Null before {@link #run} is over. */
  @Override
  SafeRate safeRate() {
    return safeRate;
  }

  @Override
  public Optional<Hold> hold(double samplesPerSecond, boolean full) {
    Duration length = full ? slo.hold() : context.length().least();
    String what =
        String.format(
            Locale.ROOT,
            "%s samples/s%s",
            Journal.rate(samplesPerSecond),
            full ? " for " + length.toSeconds() + " s" : "");
    if (!context.clock().hasTimeFor(length.plus(WARM_UP))) {
      context.journal().note("no time is left for " + what);
      return Optional.empty();
    }
    Hold hold = once(samplesPerSecond, full, length, what);
    if (hold == null && context.clock().hasTimeFor(length.plus(WARM_UP))) {
      hold = once(samplesPerSecond, full, length, what + ", once more");
    }
    return Optional.ofNullable(hold);
  }

  /** Null if nothing counts: the job was restarted, say, or no time is left for all of it. */
  private Hold once(double samplesPerSecond, boolean full, Duration length, String what) {
    begin(what);
    JobConfig config =
        withRate(base, Math.max(1, Math.round(samplesPerSecond / samplesPerSourceSample)));
    try (var running = context.start(config)) {
      Load load = SearchContext.load(running.config());
      ObservedJob job = running.job();
      catchUp(job);
      if (!context.clock().hasTimeFor(length)) {
        // A shorter hold would not be what was asked for.
        return null;
      }
      long from = job.nowMillis();
      Measured measured = job.all(load, length);
      Window window = measured.window();
      context.journal().add(PHASE, what, measured);
      if (!window.valid() && !window.failsAll()) {
        return null;
      }
      Hold hold =
          Hold.of(
              load.expectedSamplesPerSecond(),
              full,
              slo.objectives(),
              new Hold.Counted(
                  window.seconds(),
                  measured.samplesPerSecond() * window.seconds(),
                  samplesAtATime(load, base.write().linger()),
                  job.dueMicros(from),
                  window.requests().lostShare()),
              window.invalid());
      if (hold.kept()) {
        kept.add(measured);
      } else {
        context.journal().note(what + ": " + String.join(", ", hold.broken()));
        broken.put(hold.samplesPerSecond(), measured);
      }
      return hold;
    }
  }

  /** What is shown as the best so far has passed a hold of the full length. */
  private void begin(String what) {
    SafeRateSearch.Found found = search.found();
    context.journal().best(found.holds() > 0 ? found.best().samplesPerSecond() : 0);
    context.journal().begin(what);
  }

  /** What gathered while the job started is no fault of the rate. */
  private void catchUp(ObservedJob job) {
    job.watch(context.clock().atMost(WARM_UP));
    double before = Double.POSITIVE_INFINITY;
    for (int i = 0; i < LOOKS; i++) {
      long from = job.nowMillis();
      job.watch(context.clock().atMost(LOOK));
      Histogram due = job.dueMicros(from);
      double now = due.getTotalCount() == 0 ? Double.POSITIVE_INFINITY : due.getMean();
      if (now >= FALLING * before) {
        return;
      }
      before = now;
    }
  }

  @Override
  List<Measured> steps() {
    var all = new ArrayList<>(kept);
    all.addAll(broken.values());
    return all;
  }

  @Override
  boolean sustained() {
    return broken.isEmpty() && !kept.isEmpty();
  }

  /** Of the safe rate, or the one next to it that was held. */
  @Override
  Measured best() {
    return kept.stream()
        .filter(step -> step.window().load().expectedSamplesPerSecond() <= safe())
        .max(Comparator.comparingDouble(step -> step.window().load().expectedSamplesPerSecond()))
        .orElse(null);
  }

  @Override
  Measured toExplain() {
    return whatBroke().stream().findFirst().orElseGet(this::best);
  }

  /** From the lowest rate: what breaks first may be told more surely somewhat above. */
  @Override
  List<Measured> whatBroke() {
    return List.copyOf(broken.tailMap(safe(), false).values());
  }

  private double safe() {
    return safeRate == null || safeRate.samplesPerSecond() == null
        ? 0
        : safeRate.samplesPerSecond();
  }
}
