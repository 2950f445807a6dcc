package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.CeilingResult;
import io.tidemark.ceiling.CeilingResult.SeriesRow;
import io.tidemark.search.CeilingPlan.By;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import java.time.Duration;
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
                + " memory \\(rows of known series that are in no cache of the database .+ %\\)\\.");
    assertThat(found.advice().get(0)).contains("more memory, or fewer series");
    assertThat(found.steps()).noneMatch(step -> Registration.isOf(step.window()));
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
        .allMatch(row -> row.slowShare() > 0.05 && row.why().contains("in no cache"));
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
    assertThat(found.sentence()).startsWith("At least ");
    assertThat(found.steps()).noneMatch(step -> Registration.isOf(step.window()));
  }
}
