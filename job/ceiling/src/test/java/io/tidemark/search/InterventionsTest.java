package io.tidemark.search;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingDouble;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Facts;
import io.tidemark.ceiling.Intervention;
import io.tidemark.ceiling.Seen;
import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.ceiling.result.Settings;
import io.tidemark.ceiling.result.Sighting;
import io.tidemark.measure.Window;
import io.tidemark.search.CeilingPlan.By;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class InterventionsTest {
  private static final Duration LONG = Duration.ofMinutes(3);
  private static final Behaviour FOUR_SLOTS = Behaviour.ofSlots(4, Duration.ofMillis(50));
  private static final Behaviour TWO_CORES =
      Behaviour.ofSlots(4, Duration.ZERO).withCpu(Duration.ofMillis(12), 2);

  private static SimulatedSearch search(SimulatedSetup setup, String... settings) {
    return new SimulatedSearch(setup, By.IN_FLIGHT, LONG, 1e7, settings);
  }

  private static Facts facts(SimulatedSearch search, Sweep sweep) {
    Window plateau = sweep.curve().plateau().window();
    return new Facts(
        new Seen(
            plateau,
            null,
            Seen.OtherLoads.UNKNOWN,
            null,
            search.system.capabilities(),
            false,
            false));
  }

  private static Intervention of(CeilingResult result, String changed) {
    return result.interventions().stream()
        .filter(each -> each.changed().contains(changed))
        .findFirst()
        .orElseThrow(() -> new AssertionError(changed + " is not in " + result.interventions()));
  }

  @Test
  void twiceTheSlotsWhereSlotsAreShortProveIt() {
    CeilingResult result = search(SimulatedSetup.of(FOUR_SLOTS).withChangeableDatabase()).run();

    Intervention slots = of(result, "insert slots 4 → 8");
    assertThat(slots.side()).isEqualTo("database");
    assertThat(slots.moved()).isTrue();
    assertThat(slots.elasticity()).isCloseTo(1, within(0.1));
    assertThat(of(result, "requests in flight 8 → 16").moved()).isFalse();
    assertThat(result.cause()).isEqualTo(Cause.TSDB_SLOTS);
    assertThat(result.confidence()).isEqualTo(Confidence.HIGH);
  }

  @Test
  void halfTheCoresWhereCpuIsShortProveIt() {
    CeilingResult result =
        new SimulatedSearch(
                SimulatedSetup.of(TWO_CORES).apart().withChangeableDatabase(),
                By.IN_FLIGHT,
                Duration.ofMinutes(10),
                1e7,
                true)
            .run();

    Intervention cores = of(result, "cores 2 → 1");
    assertThat(cores.factor()).isEqualTo(0.5);
    assertThat(cores.elasticity()).isCloseTo(1, within(0.1));
    assertThat(of(result, "insert slots").moved()).isFalse();
    assertThat(of(result, "requests in flight").moved()).isFalse();
    assertThat(result.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(result.confidence()).isEqualTo(Confidence.HIGH);
  }

  /** A database on a host of its own, whose rows take so many times the CPU in no cache. */
  private static CeilingResult ofSeriesInNoCache(double slower) {
    Behaviour small = TWO_CORES.withSeriesKept(5_000, slower);
    return search(SimulatedSetup.of(small).apart(), "source.datagen.series=40000", "amplify.m=1")
        .run();
  }

  /**
   * Of 40,000 series 35,000 are in no cache, so that rows take 18.5 times as long; of 5,000 none.
   */
  @Test
  void fewerSeriesWhereMemoryIsShortProveIt() {
    CeilingResult result = ofSeriesInNoCache(21);

    Intervention series = of(result, "series 40000 → 5000");
    assertThat(series.factor()).isEqualTo(8);
    assertThat(series.after() / series.before()).isBetween(15.0, 19.0);
    assertThat(result.cause()).isEqualTo(Cause.TSDB_MEMORY);
    assertThat(result.advice().get(0))
        .contains(
            "more memory",
            "rows for which the database reads its index because its caches are too small");
  }

  /** Windows of other series are no sightings of the same traffic. */
  @Test
  void fewerSeriesAreNotComparedWithAll() {
    CeilingResult result = ofSeriesInNoCache(21);

    assertThat(result.steps()).anyMatch(step -> step.phase().equals("fewer-series"));
    double most =
        Sighting.of(result.steps()).stream()
            .mapToDouble(each -> each.window().throughput().samplesPerSecond())
            .max()
            .orElseThrow();
    assertThat(most).isLessThan(2 * result.ceilingSamplesPerSecond());
  }

  /** Rows in no cache that cost a tenth more are no reason to buy memory. */
  @Test
  void fewerSeriesThatGainLittleLeaveTheVerdictAsItWas() {
    CeilingResult result = ofSeriesInNoCache(1.1);

    assertThat(of(result, "series 40000 → 5000").moved()).isFalse();
    assertThat(result.cause()).isEqualTo(Cause.TSDB_CPU);
  }

  @Test
  void fewerSeriesAreNotTriedWhereAllAreInACache() {
    var all =
        new SimulatedSearch(
            SimulatedSetup.of(TWO_CORES).apart(), By.IN_FLIGHT, Duration.ofMinutes(10), 1e7, true);

    assertThat(all.run().interventions())
        .isNotEmpty()
        .noneMatch(each -> each.speaksFor() == Cause.TSDB_MEMORY);
  }

  @Test
  void allValidWindowsAreKeptWithWhatWasChangedMeanwhile() {
    var search =
        new SimulatedSearch(
            SimulatedSetup.of(TWO_CORES).apart().withChangeableDatabase(),
            By.IN_FLIGHT,
            Duration.ofMinutes(10),
            1e7,
            true);

    List<Sighting> seen = Sighting.of(search.run().steps());

    assertThat(settings(seen, Settings::inFlight)).contains(1, 2, 4, 8, 16);
    assertThat(settings(seen, Settings::slots)).containsExactlyInAnyOrder(4.0, 8.0);
    assertThat(settings(seen, Settings::cores)).containsExactlyInAnyOrder(1.0, 2.0);
    assertThat(seen)
        .filteredOn(each -> each.settings().cores() == 1)
        .allMatch(each -> each.window().throughput().samplesPerSecond() < 0.6 * 2 / 12e-3 * 10_000)
        .hasSizeGreaterThanOrEqualTo(4);
    assertThat(
            seen.stream()
                .collect(groupingBy(Sighting::settings, summingDouble(Sighting::weight)))
                .values())
        .allSatisfy(together -> assertThat(together).isCloseTo(1, within(1e-9)));
  }

  private static <T> Set<T> settings(List<Sighting> seen, Function<Settings, T> of) {
    return seen.stream().map(Sighting::settings).map(of).collect(toSet());
  }

  @Test
  void aDefaultSearchChangesTheNamedCauseAndItsStrongestRival() {
    CeilingResult result =
        search(SimulatedSetup.of(TWO_CORES).apart().withChangeableDatabase()).run();

    assertThat(result.interventions())
        .extracting(Intervention::changed)
        .containsExactly("the database's cores 2 → 1", "requests in flight 8 → 16");
    assertThat(result.confidence()).isEqualTo(Confidence.HIGH);
    assertThat(result.seconds()).isLessThan(180);
  }

  /** Before, after, after, before. */
  @Test
  void aHostThatGrowsSlowerPassesForNoEffect() {
    var search = search(SimulatedSetup.of(FOUR_SLOTS).withChangeableDatabase());
    try (var sweep = new Sweep(search.context)) {
      sweep.run(8);
      for (int i = 1; i < 200; i++) {
        var next = Behaviour.ofSlots(4, Duration.ofMillis(50).plusNanos(400_000L * i));
        search.system.time().in(Duration.ofMillis(500L * i), () -> search.system.become(next));
      }
      var interventions = new Interventions(search.context, sweep, false);
      interventions.run(Cause.JOB_IN_FLIGHT, facts(search, sweep), List.of());

      Intervention inFlight = interventions.done().get(0);
      assertThat(inFlight.elasticity()).isCloseTo(0, within(0.04));
      assertThat(inFlight.moved()).isFalse();
    }
  }

  @Test
  void aWindowThatSomethingDisturbsIsMeasuredAgain() {
    var search = search(SimulatedSetup.of(FOUR_SLOTS).withChangeableDatabase());
    try (var sweep = new Sweep(search.context)) {
      sweep.run(8);
      int before = search.context.journal().steps().size();
      var database = search.system.changeable().orElseThrow();
      search.system.time().in(Duration.ofSeconds(4), () -> database.restart(4));
      var interventions = new Interventions(search.context, sweep, false);
      interventions.run(Cause.JOB_IN_FLIGHT, facts(search, sweep), List.of());

      assertThat(search.context.journal().steps()).hasSize(before + 5);
      assertThat(interventions.unchanged())
          .hasSize(2)
          .allSatisfy(window -> assertThat(window.window().valid()).isTrue());
    }
  }

  /** What it had in its caches is gone: more slots, and slower. */
  @Test
  void aChangeThatMovesTheWrongWayProvesNothing() {
    var search = search(SimulatedSetup.of(FOUR_SLOTS).withChangeableDatabase());
    search.system.slowWithMoreSlotsThan(4);

    CeilingResult result = search.run();

    assertThat(of(result, "insert slots 4 → 8").elasticity()).isLessThan(-0.5);
    assertThat(result.confidence()).isNotEqualTo(Confidence.HIGH);
    assertThat(result.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(result.sentence()).contains("should have moved the throughput");
  }

  @Test
  void aDatabaseThatIsNotOursIsNotChanged() {
    CeilingResult result = search(SimulatedSetup.of(FOUR_SLOTS)).run();

    assertThat(result.interventions())
        .extracting(Intervention::changed)
        .containsExactly("requests in flight 8 → 16");
    assertThat(result.confidence()).isEqualTo(Confidence.MEDIUM);
  }

  @Test
  void moreInFlightIsNotTriedWhereWhatMayBeIsNotUsed() {
    var search = search(SimulatedSetup.of(TWO_CORES), "source.datagen.rate=2000");

    CeilingResult result = search.run();

    assertThat(result.cause()).isEqualTo(Cause.SOURCE);
    assertThat(result.interventions()).isEmpty();
    assertThat(search.said).anyMatch(line -> line.startsWith("more in flight is not tried"));
  }

  @Test
  void parallelismIsNotDoubledOnAFullHost() {
    Behaviour nothing =
        Behaviour.ofSlots(1_000, Duration.ZERO).withCpu(Duration.ofNanos(100_000), 2);
    var search = new SimulatedSearch(SimulatedSetup.of(nothing), By.IN_FLIGHT, LONG, "amplify.m=1");

    CeilingResult result = search.run();

    assertThat(result.cause()).isEqualTo(Cause.JOB_CPU);
    assertThat(search.said)
        .contains("twice the parallelism is not tried: the host has no free cores");
  }

  /** Threads that share a quota which is used up get no more of it by being more. */
  @Test
  void parallelismIsNotDoubledUnderAQuotaThatIsUsedUp() {
    Behaviour nothing =
        Behaviour.ofSlots(1_000, Duration.ZERO).withCpu(Duration.ofNanos(100_000), 2);
    var search =
        new SimulatedSearch(
            SimulatedSetup.of(nothing).withHostCores(8).withJobCores(0.5),
            By.IN_FLIGHT,
            LONG,
            "amplify.m=1");

    CeilingResult result = search.run();

    assertThat(result.cause()).isEqualTo(Cause.JOB_CPU);
    assertThat(search.said)
        .contains("twice the parallelism is not tried: the job uses all the cores that it may");
  }

  @Test
  void twiceTheParallelismOnFreeCoresProvesThatTheJobWasFull() {
    Behaviour nothing =
        Behaviour.ofSlots(1_000, Duration.ZERO).withCpu(Duration.ofNanos(100_000), 8);
    var search =
        new SimulatedSearch(
            SimulatedSetup.of(nothing).withHostCores(8).withJobCores(8),
            By.IN_FLIGHT,
            LONG,
            "amplify.m=1",
            "parallelism=1");

    CeilingResult result = search.run();

    assertThat(of(result, "parallelism 1 → 2").elasticity()).isCloseTo(1, within(0.1));
    assertThat(result.cause()).isEqualTo(Cause.JOB_CPU);
    assertThat(result.confidence()).isEqualTo(Confidence.HIGH);
  }

  @Test
  void withoutTimeNothingIsChanged() {
    var search =
        new SimulatedSearch(
            SimulatedSetup.of(FOUR_SLOTS).withChangeableDatabase(),
            By.IN_FLIGHT,
            Duration.ofSeconds(25),
            1e7);

    CeilingResult result = search.run();

    assertThat(result.interventions()).isEmpty();
    assertThat(search.said).contains("no time is left for another change");
    assertThat(result.confidence()).isEqualTo(Confidence.MEDIUM);
  }

  @Test
  void whatWasMeasuredUnchangedCountsForTheCeiling() {
    var search = search(SimulatedSetup.of(FOUR_SLOTS).withChangeableDatabase());
    try (var sweep = new Sweep(search.context)) {
      sweep.run(16);
      var interventions = new Interventions(search.context, sweep, false);
      interventions.run(Cause.TSDB_SLOTS, facts(search, sweep), List.of());

      assertThat(interventions.unchanged()).hasSize(4);
      assertThat(interventions.unchanged())
          .allSatisfy(step -> assertThat(step.samplesPerSecond()).isBetween(0.78e6, 0.82e6));
      assertThat(List.copyOf(interventions.done())).hasSize(2);
    }
  }
}
