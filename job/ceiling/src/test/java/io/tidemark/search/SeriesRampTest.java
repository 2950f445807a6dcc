package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.ceiling.series.SeriesRow;
import io.tidemark.job.config.JobConfig.Datagen;
import io.tidemark.search.CeilingPlan.By;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A database that keeps so many series in its cache: of S that are written in turn, a share of
 * {@code 1 - kept / S} is not in it, which is 5 % at {@code kept / 0.95}. It takes 417,000
 * samples/s of such as are.
 */
class SeriesRampTest {
  private static final double EDGE = 1 / 0.95;

  /** What four bisections between a load and twice of it leave open. */
  private static final double RESOLUTION = 1 / 16.0;

  private static SimulatedSetup keeping(double series) {
    return SimulatedSetup.of(
        Behaviour.ofSlots(4, Duration.ZERO)
            .withCpu(Duration.ofMillis(12), 0.5)
            .withSeriesKept(series, 1.5));
  }

  private static SimulatedSearch search(double kept, int most, String... settings) {
    var all = new String[settings.length + 2];
    all[0] = "amplify.m=1";
    all[1] = "source.datagen.series=" + most;
    System.arraycopy(settings, 0, all, 2, settings.length);
    return new SimulatedSearch(keeping(kept), By.SERIES, Duration.ofMinutes(6), 1e7, all);
  }

  private static void isNear(Long carried, double kept) {
    assertThat(carried.doubleValue()).isBetween((1 - 2 * RESOLUTION) * EDGE * kept, EDGE * kept);
  }

  @Test
  void findsHowManySeriesTheMemoryIsEnoughFor() {
    CeilingResult found = search(100_000, 1_000_000).run();
    CeilingResult twice = search(200_000, 1_000_000).run();

    isNear(found.series().carried(), 100_000);
    isNear(twice.series().carried(), 200_000);
    assertThat(found.cause()).isEqualTo(Cause.TSDB_MEMORY);
    assertThat(found.sentence())
        .matches(
            "\\d+\\.?\\d* k active series at 100 k samples/s on this database; then the database's"
                + " memory \\(rows for which the database reads its index because its caches are too small: .+ %\\)\\.");
    assertThat(found.advice().get(0)).contains("more memory, or fewer series");
    assertThat(found.steps()).noneMatch(step -> Registration.isOf(step.window()));
  }

  /**
   * Rows in no cache take fifty times the CPU: with 4.8 % of them, at 105,000 series, 300,000
   * samples/s take 1.2 cores instead of 0.36, and it has half a core. So its CPU is full, and yet
   * not what is too small.
   */
  @Test
  void fewRowsThatTakeMostOfTheCpuAreItsMemory() {
    SimulatedSetup setup =
        SimulatedSetup.of(
            Behaviour.ofSlots(4, Duration.ZERO)
                .withCpu(Duration.ofMillis(12), 0.5)
                .withSeriesKept(100_000, 50));
    CeilingResult found =
        new SimulatedSearch(
                setup.apart(),
                By.SERIES,
                Duration.ofMinutes(6),
                1e7,
                "amplify.m=1",
                "source.datagen.series=1000000",
                "source.datagen.rate=300000")
            .run();

    assertThat(found.series().tooMany()).isEqualTo(105_000);
    assertThat(found.cause()).isEqualTo(Cause.TSDB_MEMORY);
    assertThat(found.evidence().get(0).value()).endsWith("of it, for 4.8 % of the rows");
  }

  /** A thousand bytes are kept for each, and no computing depends on how many there are. */
  @Test
  void tellsWhatASeriesTakes() {
    CeilingResult found = search(100_000, 1_000_000).run();

    assertThat(found.series().bytesEach()).isBetween(950.0, 1050.0);
    assertThat(found.series().rows()).extracting(SeriesRow::series).isSorted();
    assertThat(found.series().rows())
        .filteredOn(row -> !row.carried())
        .isNotEmpty()
        .allMatch(row -> row.slowShare() > 0.05 && row.why().contains("too small"));
  }

  @Test
  void triesFewerWhereTheFirstAreTooMany() {
    isNear(search(3_000, 1_000_000).run().series().carried(), 3_000);

    CeilingResult none = search(300, 1_000_000).run();

    assertThat(none.series().carried()).isNull();
    assertThat(none.series().tooMany()).isEqualTo(630);
    assertThat(none.sentence()).startsWith("Fewer than 630 active series at 100 k samples/s");
  }

  @Test
  void saysThatMoreWereNotTriedWhereAllAreCarried() {
    CeilingResult found = search(1e9, 50_000).run();

    assertThat(found.series().carried()).isEqualTo(50_000);
    assertThat(found.series().tooMany()).isNull();
    assertThat(found.cause()).isEqualTo(Cause.NONE_REACHED);
    assertThat(found.sentence())
        .isEqualTo(
            "At least 50.0 k active series at 100 k samples/s on this database; more were not"
                + " tried.");
  }

  /** 500,000 samples/s are more than its CPU takes of however few series. */
  @Test
  void aRateThatIsTooMuchForAnyNumberOfSeriesIsNotItsMemory() {
    CeilingResult found = search(1e9, 50_000, "source.datagen.rate=500000").run();

    assertThat(found.series().carried()).isNull();
    assertThat(found.cause()).isEqualTo(Cause.TSDB_CPU);
  }

  /** Copies are series, too. */
  @Test
  void countsCopies() {
    CeilingResult found = search(100_000, 500_000, "amplify.n=2").run();

    isNear(found.series().carried(), 100_000);
    assertThat(found.series().samplesPerSecond()).isEqualTo(200_000);
  }

  /** With 80,000 series it answers nothing for so long, while they are written the first time. */
  private static CeilingResult stuckAtEightyThousand(Duration stuck) {
    var search =
        new SimulatedSearch(
            keeping(1e9),
            By.SERIES,
            Duration.ofMinutes(6),
            1e7,
            "amplify.m=1",
            "source.datagen.series=160000",
            "write.timeout=5m");
    search.onStep =
        step -> {
          if (step.equals("80.0 k series")) {
            search.system.become(Behaviour.ofSlots(4, stuck));
            search
                .system
                .time()
                .in(stuck, () -> search.system.become(keeping(1e9).databases().get(0)));
          }
        };
    return search.run();
  }

  /** With 80,000 series it is gone soon after they are written the first time. */
  private static CeilingResult goneAtEightyThousand(double memory) {
    var search =
        new SimulatedSearch(
            keeping(memory),
            By.SERIES,
            Duration.ofMinutes(6),
            1e7,
            "amplify.m=1",
            "source.datagen.series=160000");
    search.onStep =
        step -> {
          if (step.equals("80.0 k series")) {
            search
                .system
                .time()
                .in(Duration.ofSeconds(3), () -> search.system.lose(Duration.ofMinutes(5)));
          }
        };
    return search.run();
  }

  /** A kernel ends a database that takes more memory than it may. */
  @Test
  void aDatabaseThatEndsWithItsMemoryFullCarriesNoMore() {
    CeilingResult found = goneAtEightyThousand(80_000);

    assertThat(found.series().carried()).isEqualTo(40_000);
    assertThat(found.series().tooMany()).isEqualTo(80_000);
    assertThat(found.cause()).isEqualTo(Cause.TSDB_MEMORY);
    assertThat(found.sentence())
        .startsWith("40.0 k active series at 100 k samples/s on this database; then the database's")
        .contains("100 % of its limit", "did not come back")
        .endsWith("Between 40.0 k and 80.0 k nothing was tried.");
  }

  /** Who stopped it, and why, is not known. */
  @Test
  void aDatabaseThatEndsForAnotherReasonShowsNothingOfItsSeries() {
    CeilingResult found = goneAtEightyThousand(1e9);

    assertThat(found.series().carried()).isEqualTo(40_000);
    assertThat(found.series().tooMany()).isNull();
    assertThat(found.cause()).isNotEqualTo(Cause.TSDB_MEMORY);
  }

  /** What it registers slowly it may well carry. */
  @Test
  void waitsForADatabaseThatRegistersSlowly() {
    CeilingResult found = stuckAtEightyThousand(Duration.ofSeconds(40));

    assertThat(found.series().carried()).isEqualTo(160_000);
    assertThat(found.steps()).noneMatch(step -> Registration.isOf(step.window()));
  }

  /** What was never measured was not written, whatever was before it. */
  @Test
  void saysNoCauseWhereWhatWasTooMuchCouldNotBeMeasured() {
    CeilingResult found = stuckAtEightyThousand(Duration.ofSeconds(200));

    assertThat(found.series().tooMany()).isNotNull();
    assertThat(found.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(found.sentence()).doesNotContain("nothing was full");
  }

  /** The edge is written once more; if a pause spoils that, it is what it was. */
  @Test
  void whatCouldNotBeMeasuredOnceMoreIsStillCarried() {
    var search =
        new SimulatedSearch(
            keeping(100_000),
            By.SERIES,
            Duration.ofMinutes(8),
            1e7,
            "amplify.m=1",
            "source.datagen.series=1000000",
            "write.timeout=5m");
    Duration stuck = Duration.ofSeconds(150);
    search.onStep =
        step -> {
          if (step.endsWith(", once more")) {
            search.system.become(Behaviour.ofSlots(4, stuck));
          }
        };

    isNear(search.run().series().carried(), 100_000);
  }

  /** At 10,000 a second a million take 100 s. */
  @Test
  void beginsNoStepWhoseSeriesItHasNoTimeToWrite() {
    var search =
        new SimulatedSearch(
            keeping(1e9),
            By.SERIES,
            Duration.ofMinutes(2),
            1e7,
            "amplify.m=1",
            "source.datagen.series=1000000",
            "source.datagen.rate=10000");
    CeilingResult found = search.run();

    assertThat(search.said).anyMatch(line -> line.matches("no time is left for .* takes .*"));
    assertThat(search.said).noneMatch(line -> line.contains("are registered"));
    assertThat(found.sentence()).startsWith("At least ");
    assertThat(found.steps()).noneMatch(step -> Registration.isOf(step.window()));
  }

  /** Half a core at 1.2 µs a sample, and a hundred times that for the first of a series. */
  private static CeilingResult byChurn(double rate) {
    return byChurn(rate, 100_000, 100);
  }

  /**
   * @param newSlower times the 1.2 µs of half a core, for the first sample of a series
   */
  private static CeilingResult byChurn(double rate, int series, double newSlower) {
    return churning(rate, series, newSlower).run();
  }

  private static SimulatedSearch churning(double rate, int series, double newSlower) {
    Behaviour registers =
        Behaviour.ofSlots(4, Duration.ZERO)
            .withCpu(Duration.ofMillis(12), 0.5)
            .withNewSeries(newSlower);
    return new SimulatedSearch(
        SimulatedSetup.of(registers).apart(),
        By.CHURN,
        Duration.ofMinutes(10),
        1e7,
        "amplify.m=1",
        "source.datagen.series=" + series,
        "source.datagen.rate=" + (long) rate);
  }

  /**
   * 100,000 samples/s take 0.12 cores, and 0.38 are left for new series of 119 µs each: 3,200 a
   * second, 192,000 a minute, which is more than all.
   */
  @Test
  void carriesANewSeriesForEachWhereThereIsCpuForIt() {
    CeilingResult found = byChurn(100_000);

    assertThat(found.series().carried()).isEqualTo(100_000);
    assertThat(found.series().tooMany()).isNull();
    assertThat(found.sentence())
        .startsWith("At least 100 k new series a minute (100 % of 100 k) at 100 k samples/s");
  }

  /**
   * At 350,000 samples/s 0.08 cores are left: 673 new series a second, 40,400 a minute. With 98 %
   * of the samples it keeps up with 0.51 cores' worth of work: 45,500.
   */
  @Test
  void findsHowManyMayBeNewAndWhatTheyCost() {
    CeilingResult found = byChurn(350_000);

    assertThat(found.series().carried().doubleValue()).isBetween(37_000.0, 47_000.0);
    assertThat(found.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(found.series().price().cpuMillis()).isBetween(0.95 * 0.1188, 1.05 * 0.1188);
    double rows = found.series().price().rowShare();
    double ofCpu = rows * 118.8 / (1.2 + rows * 118.8);
    assertThat(found.series().price().cpuShare()).isBetween(0.9 * ofCpu, 1.1 * ofCpu);
    assertThat(found.sentence()).contains("% of the rows are of new series and take", " µs each");
  }

  /** One takes 6 s, and 0.08 cores are left for them at 350,000 samples/s: 0.8 a minute. */
  @Test
  void triesNothingBetweenTwoThatAreNextToEachOther() {
    CeilingResult found = byChurn(350_000, 100, 5e6);

    assertThat(found.series().rows())
        .extracting(SeriesRow::newPerMinute)
        .containsExactly(0L, 0L, 1L);
    assertThat(found.series().tooMany()).isEqualTo(1);
  }

  /** Else a step would register all series anew, and measure what that leaves behind. */
  @Test
  void churnGoesOnWithTheSeriesOfTheStepBefore() {
    SimulatedSearch search = churning(350_000, 100_000, 100);
    search.run();

    List<Datagen> steps =
        search.started.stream()
            .map(job -> job.source().datagen())
            .dropWhile(job -> job.churn() == 0)
            .toList();
    assertThat(steps).hasSizeGreaterThan(4).extracting(Datagen::seed).containsOnly(1L);
    for (int i = 1; i < steps.size(); i++) {
      Datagen before = steps.get(i - 1);
      double added = steps.get(i).replaced() - before.replaced() - steps.get(i).churn();
      double eachSecond = before.churn() * before.rate() / before.series();
      assertThat(added / eachSecond).as("seconds of step %d", i).isBetween(10.0, 120.0);
    }
    assertThat(search.said).filteredOn(line -> line.contains("being registered")).isEmpty();
  }

  /** An interval takes 33 s here: without those of its first one a step would have none. */
  @Test
  void churnBeginsInTheFirstIntervalOfAStep() {
    SimulatedSearch search = churning(3_000, 100_000, 100);
    search.run();

    List<Datagen> steps = search.started.stream().map(job -> job.source().datagen()).toList();
    assertThat(steps).filteredOn(step -> step.churn() > 0).hasSizeGreaterThan(3);
    for (int i = 1; i < steps.size(); i++) {
      double reached = steps.get(i - 1).replaced();
      assertThat(steps.get(i).replaced()).isGreaterThanOrEqualTo(reached + steps.get(i).churn());
    }
  }
}
