package io.tidemark.search;

import io.tidemark.ceiling.result.Phase;
import io.tidemark.job.cardinality.WrittenSeries;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Load;
import io.tidemark.measure.Measured;
import io.tidemark.measure.Window;
import io.tidemark.process.RunException;
import io.tidemark.search.worst.Event;
import io.tidemark.search.worst.Happening;
import io.tidemark.slo.Hold;
import io.tidemark.slo.SafeRate;
import io.tidemark.slo.SafeRateSearch;
import io.tidemark.slo.Worst;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Holds the rates that a {@link SafeRateSearch} asks for, each with a job of its own, and counts
 * what became of the samples from the moment that each was due. Then it does so again for each
 * {@link Event} that is asked for, which happens at the beginning of every hold.
 */
final class SafeRamp extends Ramp {

  /** After this time all parts of a job run, and its code is compiled. */
  private static final Duration WARM_UP = Duration.ofSeconds(3);

  /** A job catches up with what gathered during its start within so many looks, or not at all. */
  private static final int LOOKS = 10;

  private static final Duration LOOK = Duration.ofSeconds(1);

  /** This time lies between what was on its way as a day ended and what is counted. */
  private static final Duration MARGIN = Duration.ofSeconds(1);

  /** A job still catches up if its latency falls below this share of that in the look before. */
  private static final double FALLING = 0.9;

  /** A batch may wait to be filled for one in so many parts of a latency's limit. */
  private static final int LINGERS = 10;

  private final SearchContext context;
  private final CeilingPlan.Slo slo;
  private final JobConfig base;
  private final double samplesPerSourceSample;
  private final List<Measured> kept = new ArrayList<>();
  private final NavigableMap<Double, Measured> broken = new TreeMap<>();
  private final Map<String, NavigableMap<Double, Measured>> brokenThrough = new HashMap<>();
  private SafeRateSearch search;
  private SafeRate safeRate;
  private Worst worst;

  SafeRamp(SearchContext context, CeilingPlan.Slo slo) {
    super(context);
    this.context = context;
    this.slo = slo;
    this.base = withShortLinger(context.config());
    JobConfig first = withRate(base, FIRST_RATE);
    this.samplesPerSourceSample = SearchContext.load(first).expectedSamplesPerSecond() / FIRST_RATE;
  }

  /**
   * Returns the configuration with a linger below the latency's limit, so no batch is late by
   * itself.
   */
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
    search = new SafeRateSearch(this::hold, FIRST_RATE * samplesPerSourceSample);
    try {
      search.run();
    } finally {
      // A search that someone ended is judged, too.
      safeRate = found();
      worst = slo.worst().isEmpty() ? null : Worst.of(notTried());
    }
    if (worst != null && safeRate.confirmed()) {
      throughEach(safeRate.samplesPerSecond());
    }
  }

  private SafeRate found() {
    return SafeRate.of(search.found(), slo.objectives(), slo.hold().toMillis() / 1e3);
  }

  private List<Worst.Through> notTried() {
    var nothing = new SafeRateSearch.Found(null, 0, null, false);
    SafeRate none = SafeRate.of(nothing, slo.objectives(), slo.hold().toMillis() / 1e3);
    return slo.worst().stream()
        .map(event -> new Worst.Through(event.name(), event.hook() != null, none, null, null))
        .toList();
  }

  /**
   * Looks for the safe rate through each event.
   *
   * @param most the highest rate that is tried, in samples per second
   */
  private void throughEach(double most) {
    var through = new ArrayList<>(notTried());
    for (int i = 0; i < through.size(); i++) {
      Event event = slo.worst().get(i);
      search = SafeRateSearch.atMost((rate, full) -> hold(rate, event), most);
      String problem = null;
      try {
        search.run();
      } catch (RunException e) {
        problem = e.getMessage();
        throw e;
      } finally {
        through.set(
            i, new Worst.Through(event.name(), event.hook() != null, found(), problem, null));
        worst = Worst.of(through);
      }
    }
  }

  /** Returns the safe rate; null before {@link #run} is over. */
  @Override
  SafeRate safeRate() {
    return safeRate;
  }

  /** Returns the safe rate under events; null without events, or while no safe rate is found. */
  @Override
  Worst worst() {
    return worst;
  }

  private Optional<Hold> hold(double samplesPerSecond, boolean full) {
    Duration length = full ? slo.hold() : context.length().least();
    String what =
        String.format(
            Locale.ROOT,
            "%s samples/s%s",
            Amounts.count(samplesPerSecond),
            full ? " for " + length.toSeconds() + " s" : "");
    if (!context.clock().hasTimeFor(length.plus(WARM_UP))) {
      context.journal().note("no time is left for " + what);
      return Optional.empty();
    }
    Optional<Held> held = once(samplesPerSecond, full, length, what);
    if (held.isPresent() && !held.get().counts()) {
      // What happened, such as a restart of the job, may have been chance.
      held =
          context.clock().hasTimeFor(length.plus(WARM_UP))
              ? once(samplesPerSecond, full, length, what + ", once more")
              : Optional.empty();
    }
    // If neither hold counts, the rate is not known to be safe, and a lower one may be.
    held.ifPresent(
        last -> {
          if (last.hold.kept()) {
            kept.add(last.measured);
          } else {
            put(broken, last);
          }
        });
    return held.map(Held::hold);
  }

  private record Held(Hold hold, Measured measured) {
    private boolean counts() {
      return measured.window().valid() || measured.window().failsAll();
    }
  }

  /** Holds a rate once; empty if the time left is too short for the whole hold. */
  private Optional<Held> once(double samplesPerSecond, boolean full, Duration length, String what) {
    begin(what);
    try (var running = context.start(at(samplesPerSecond))) {
      ObservedJob job = running.job();
      catchUp(job);
      if (!context.clock().hasTimeFor(length)) {
        // A shorter hold would not be what was asked for.
        return Optional.empty();
      }
      long from = job.nowMillis();
      Measured measured = job.all(SearchContext.load(running.config()), length);
      context.journal().add(Phase.HOLD, what, measured);
      List<String> invalid = measured.window().invalid();
      return Optional.of(new Held(judged(job, from, measured, full, invalid, what), measured));
    }
  }

  /** Keeps the latest hold of each rate, but prefers one whose window is valid. */
  private static void put(NavigableMap<Double, Measured> broken, Held held) {
    broken.merge(
        held.hold.samplesPerSecond(),
        held.measured,
        (before, now) -> before.window().valid() && !now.window().valid() ? before : now);
  }

  /** Shows as the best so far what has passed a hold of the full length. */
  private void begin(String what) {
    SafeRateSearch.Found found = search.found();
    context.journal().best(found.holds() > 0 ? found.best().samplesPerSecond() : 0);
    context.journal().begin(what);
  }

  private JobConfig at(double samplesPerSecond) {
    return withRate(base, Math.max(1, Math.round(samplesPerSecond / samplesPerSourceSample)));
  }

  private Hold judged(
      ObservedJob job,
      long from,
      Measured measured,
      boolean full,
      List<String> invalid,
      String what) {
    Window window = measured.window();
    Load load = window.load();
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
            invalid);
    if (!hold.kept()) {
      context.journal().note(what + ": " + String.join(", ", hold.broken()));
    }
    return hold;
  }

  /** Holds the rate once in full length; the event happens at the beginning. */
  private Optional<Hold> hold(double samplesPerSecond, Event event) {
    String what =
        String.format(
            Locale.ROOT,
            "%s samples/s for %d s with %s",
            Amounts.count(samplesPerSecond),
            slo.hold().toSeconds(),
            event.name());
    begin(what);
    JobConfig config = at(samplesPerSecond);
    Day day = event.isMidnight() ? endDay(config, samplesPerSecond) : Day.GOES_ON;
    if (!context.clock().hasTimeFor(slo.hold().plus(WARM_UP).plus(day.takes()))) {
      context.journal().note("no time is left for " + what);
      return Optional.empty();
    }
    try (var running = context.start(config)) {
      ObservedJob job = running.job();
      catchUp(job);
      job.watchUntilWritten(day.before(), context.clock().left());
      return context.clock().hasTimeFor(slo.hold())
          ? through(event, day, job, SearchContext.load(running.config()), what)
          : Optional.empty();
    }
  }

  private Optional<Hold> through(Event event, Day day, ObservedJob job, Load load, String what) {
    long from = job.nowMillis();
    try (Happening happening = begin(event, day, job)) {
      job.watch(slo.hold());
      while (!happening.isMade() && context.clock().hasTimeFor(LOOK)) {
        job.watch(LOOK);
      }
      if (!happening.isMade()) {
        context.journal().note("no time is left for " + what);
        return Optional.empty();
      }
      Measured measured = job.since(load, from);
      context.journal().add(Phase.EVENT, what, measured);
      // The database goes away because that was asked for, so the window counts.
      List<String> invalid = measured.window().invalidBeyondOutage();
      Hold hold = judged(job, from, measured, true, invalid, what);
      if (!hold.kept()) {
        put(
            brokenThrough.computeIfAbsent(event.name(), name -> new TreeMap<>()),
            new Held(hold, measured));
      }
      return Optional.of(hold);
    }
  }

  private Happening begin(Event event, Day day, ObservedJob job) {
    return event.isMidnight()
        ? new Happening(() -> job.samplesAcked() >= day.begun(), () -> {})
        : event.begin(context.system().changeable(), context.journal()::warn);
  }

  /**
   * When a job's generated time comes to another UTC day, in samples that the job has written.
   *
   * @param before samples that are written a moment before the new day
   * @param begun samples that are written when each series has one of the new day
   * @param takes the time until then
   */
  private record Day(long before, long begun, Duration takes) {
    private static final Day GOES_ON = new Day(0, 0, Duration.ZERO);
  }

  /** Lets the next job's day end when the job has surely caught up. */
  private Day endDay(JobConfig config, double samplesPerSecond) {
    double first = (double) WrittenSeries.of(config) * config.amplify().m();
    Duration lead = WARM_UP.plus(LOOK.multipliedBy(LOOKS)).plus(MARGIN);
    long end =
        context
            .time()
            .endDayAfter(config, samplesPerSecond * lead.toMillis() / 1e3 + first)
            .orElseThrow(
                () ->
                    new RunException(
                        "midnight could not be made: the next one is further ahead than the database takes samples; set an earlier source.datagen.start"));
    long begun = end + Math.round(first);
    return new Day(
        end - Math.round(samplesPerSecond * MARGIN.toMillis() / 1e3),
        begun,
        Duration.ofMillis(Math.round(1e3 * begun / samplesPerSecond)));
  }

  /** Waits until what gathered while the job started is written, which is no fault of the rate. */
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

  /** Returns the step of the safe rate, or of the one next to it that was held. */
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

  /** Returns the steps from the lowest rate; what breaks first may be clearer somewhat above. */
  @Override
  List<Measured> whatBroke() {
    return above(safeRate, broken);
  }

  @Override
  List<Measured> whatBroke(Worst.Through through) {
    return above(
        through.rate(),
        brokenThrough.getOrDefault(through.event(), Collections.emptyNavigableMap()));
  }

  private static List<Measured> above(SafeRate safe, NavigableMap<Double, Measured> broken) {
    return List.copyOf(broken.tailMap(rate(safe), false).values());
  }

  private double safe() {
    return rate(safeRate);
  }

  private static double rate(SafeRate safe) {
    return safe == null || safe.samplesPerSecond() == null ? 0 : safe.samplesPerSecond();
  }
}
