package io.tidemark.search;

import io.tidemark.ceiling.Attribution;
import io.tidemark.ceiling.Facts;
import io.tidemark.ceiling.Seen;
import io.tidemark.ceiling.Verdict;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.extent.SearchClock;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.DurationText;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.ObservationLog;
import io.tidemark.measure.Window;
import io.tidemark.proof.SecondOpinion;
import io.tidemark.search.CeilingPlan.By;
import io.tidemark.search.worst.Event;
import io.tidemark.simulated.SimulatedSetup;
import io.tidemark.simulated.SimulatedSystem;
import io.tidemark.slo.Objective;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A search in virtual time, and what was said during it. */
final class SimulatedSearch implements SearchObserver {
  private static final int MAX_IN_FLIGHT = 128;

  /** What the smallest batches take. */
  private static final int MAX_IN_FLIGHT_BY_BATCH = 512;

  final SimulatedSystem system;
  final SearchContext context;
  final CeilingPlan plan;
  final List<String> said = new ArrayList<>();

  /** Of all jobs, in the order of their start. */
  final List<JobConfig> started = new ArrayList<>();

  /** What was shown as found so far, at each step. */
  final List<String> found = new ArrayList<>();

  Consumer<String> onStep = step -> {};
  private int interrupts;

  SimulatedSearch(SimulatedSetup setup, By by, Duration most, String... settings) {
    this(setup, by, most, null, settings);
  }

  /**
   * @param jobCeiling null: to be measured
   * @param settings beside those of a job on two cores, whose samples are cheap
   */
  SimulatedSearch(
      SimulatedSetup setup, By by, Duration most, Double jobCeiling, String... settings) {
    this(setup, by, most, jobCeiling, false, settings);
  }

  SimulatedSearch(
      SimulatedSetup setup,
      By by,
      Duration most,
      Double jobCeiling,
      boolean prove,
      String... settings) {
    this(
        setup,
        by,
        most,
        jobCeiling,
        prove,
        by == By.BATCH ? MAX_IN_FLIGHT_BY_BATCH : MAX_IN_FLIGHT,
        settings);
  }

  SimulatedSearch(
      SimulatedSetup setup,
      By by,
      Duration most,
      Double jobCeiling,
      boolean prove,
      int maxInFlight,
      String... settings) {
    this(
        setup,
        by,
        most,
        jobCeiling,
        prove,
        false,
        by == By.SLO ? keeping("p99<1s", List.of()) : null,
        maxInFlight,
        settings);
  }

  /** Its generated time crosses midnight once. */
  static SimulatedSearch acrossMidnight(SimulatedSetup setup, String... settings) {
    return new SimulatedSearch(
        setup,
        By.IN_FLIGHT,
        Duration.ofMinutes(5),
        1e7,
        false,
        true,
        null,
        MAX_IN_FLIGHT,
        settings);
  }

  /** Of the largest rate that keeps this, held for 20 s each. */
  static SimulatedSearch safe(
      SimulatedSetup setup, Duration most, String objective, String... settings) {
    return worst(setup, most, objective, List.of(), settings);
  }

  /** The same, and then through each of these. */
  static SimulatedSearch worst(
      SimulatedSetup setup,
      Duration most,
      String objective,
      List<String> events,
      String... settings) {
    return through(
        setup,
        most,
        objective,
        events.stream().map(name -> new Event(name, null)).toList(),
        settings);
  }

  /** The same, of events that others may make. */
  static SimulatedSearch through(
      SimulatedSetup setup,
      Duration most,
      String objective,
      List<Event> events,
      String... settings) {
    CeilingPlan.Slo slo = keeping(objective, events);
    return new SimulatedSearch(
        setup, By.SLO, most, 1e7, false, false, slo, MAX_IN_FLIGHT, settings);
  }

  private static CeilingPlan.Slo keeping(String objective, List<Event> events) {
    return new CeilingPlan.Slo(
        Objective.parse(List.of(objective), DurationText::parse),
        Duration.ofSeconds(20),
        false,
        events);
  }

  private SimulatedSearch(
      SimulatedSetup setup,
      By by,
      Duration most,
      Double jobCeiling,
      boolean prove,
      boolean acrossMidnight,
      CeilingPlan.Slo slo,
      int maxInFlight,
      String... settings) {
    var all =
        Stream.concat(
                Stream.of(
                    "target.urls=[http://127.0.0.1:1]",
                    "parallelism=2",
                    "amplify.m=12",
                    "source.datagen.start=2026-01-01T00:00:00Z",
                    "write.retry.max=1s"),
                Stream.of(settings))
            .toList();
    ConfigLoader.Loaded loaded = ConfigLoader.load(Optional.empty(), all);
    plan =
        new CeilingPlan(
            loaded,
            Optional.empty(),
            by,
            most,
            maxInFlight,
            Optional.empty(),
            Instant.EPOCH,
            prove,
            acrossMidnight,
            slo);
    system =
        new SimulatedSystem(setup) {
          @Override
          public Job start(JobConfig started) {
            SimulatedSearch.this.started.add(started);
            return super.start(started);
          }
        };
    var clock =
        new SearchClock(
            system.time(), system.time().nanos(), most, Duration.ZERO, () -> interrupts);
    var time = GeneratedTime.of(loaded, true, false, Instant.EPOCH);
    JobConfig config = time.fitted(loaded.config(), most);
    context =
        new SearchContext(
            system, config, plan.maxInFlight(), jobCeiling, time, clock, new Journal(this, clock));
  }

  /** Someone wants it to end. */
  void interrupt() {
    interrupts++;
  }

  /** A window of ten seconds of a job that runs as it is configured, and is only watched. */
  Window watched() {
    JobConfig config = context.config();
    try (var job = system.start(config)) {
      ObservationLog log = job.observe(Duration.ofSeconds(12));
      long end = log.completeUntilMillis();
      return log.window(SearchContext.load(config), end - 10_000, end, 0, List.of());
    }
  }

  /** What the rules say of such a window. */
  Verdict judged(Window watched) {
    boolean rateAsked = watched.load().expectedSamplesPerSecond() > 0;
    return Attribution.judge(
        new Facts(
            new Seen(
                watched,
                null,
                Seen.OtherLoads.UNKNOWN,
                null,
                system.capabilities(),
                rateAsked,
                false)));
  }

  CeilingResult run() {
    return run(SecondOpinion.NONE);
  }

  CeilingResult run(SecondOpinion model) {
    return new CeilingSearch(plan, context, model).run();
  }

  @Override
  public void note(String line) {
    said.add(line);
  }

  @Override
  public void warn(String line) {
    said.add(line);
  }

  @Override
  public void step(String step, String soFar, Duration elapsed, Duration most) {
    found.add(soFar);
    onStep.accept(step);
  }

  @Override
  public void measured(String line) {
    said.add(line);
  }

  @Override
  public void ended() {}
}
