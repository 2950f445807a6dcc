package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.ceiling.series.Midnight;
import io.tidemark.job.config.JobConfig;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Half a core at 1.2 µs a sample takes 417,000 samples/s. */
class MidnightTest {
  private static SimulatedSearch search(double newSlower, String... settings) {
    Behaviour database =
        Behaviour.ofSlots(4, Duration.ZERO)
            .withCpu(Duration.ofMillis(12), 0.5)
            .withNewSeries(newSlower);
    var all =
        new ArrayList<>(List.of("source.datagen.start=1970-01-01T00:00:00Z", "limits.future=10d"));
    all.addAll(List.of(settings));
    return SimulatedSearch.acrossMidnight(
        SimulatedSetup.of(database).apart(), all.toArray(String[]::new));
  }

  /** 20,000 series of 118.8 µs more each take half a core 4.75 s. */
  @Test
  void tellsWhatTheIndexOfADayCosts() {
    CeilingResult found = search(100, "source.datagen.series=20000", "amplify.m=1").run();

    Midnight midnight = found.midnight();
    assertThat(found.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(midnight.series()).isEqualTo(20_000);
    assertThat(midnight.before()).isCloseTo(found.ceilingSamplesPerSecond(), within(20e3));
    assertThat(midnight.cpuMillis()).isBetween(0.95 * 0.1188, 1.05 * 0.1188);
    assertThat(midnight.lostSeconds()).isBetween(0.93 * 4.75, 1.07 * 4.75);
    assertThat(midnight.lowest()).isLessThan(0.05 * midnight.before());
    assertThat(found.steps()).filteredOn(step -> step.phase().equals("midnight")).hasSize(2);
  }

  @Test
  void findsNothingWhereADayCostsNothing() {
    Midnight midnight = search(1, "amplify.m=12").run().midnight();

    assertThat(midnight.lostSeconds()).isLessThan(0.5);
    assertThat(midnight.lowest()).isGreaterThan(0.8 * midnight.before());
    assertThat(midnight.cpuMillis()).isLessThan(0.02);
  }

  /** At 417,000 samples/s 40 million of one interval take 96 s. */
  @Test
  void saysWhereThereIsNoTimeForIt() {
    var search = search(1, "source.datagen.series=2000000", "amplify.m=20");

    assertThat(search.run().midnight()).isNull();
    assertThat(search.said).anyMatch(line -> line.startsWith("no time is left to cross midnight"));
  }

  /** An interval is of 60 s and 12,000 samples; ten samples are less than one of each series. */
  @Test
  void theDayEndsWhenSoManySamplesAreWritten() {
    SimulatedSearch search =
        search(1, "source.datagen.series=1000", "source.datagen.interval=1m", "amplify.m=12");
    JobConfig config = search.context.config();
    GeneratedTime time = search.context.time();

    assertThat(time.endDayAfter(config, 36_000)).hasValue(36_000);
    assertThat(Instant.parse(time.next(config).source().datagen().start()))
        .isEqualTo("1970-01-01T23:57:00Z");
    time.passed(config, 1_000_000);
    assertThat(time.endDayAfter(config, 10)).hasValue(12_000);
    assertThat(Instant.parse(time.next(config).source().datagen().start()))
        .isEqualTo("1970-01-02T23:59:00Z");
  }

  @Test
  void noOtherSearchCrossesIt() {
    var stays =
        new SimulatedSearch(
            SimulatedSetup.of(Behaviour.ofSlots(4, Duration.ofMillis(10))),
            CeilingPlan.By.IN_FLIGHT,
            Duration.ofMinutes(3));

    CeilingResult found = stays.run();

    assertThat(found.midnight()).isNull();
    assertThat(found.steps()).noneMatch(step -> List.of("midnight").contains(step.phase()));
  }
}
