package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.search.worst.Event;
import io.tidemark.search.worst.Undos;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import io.tidemark.slo.Worst;
import io.tidemark.slo.Worst.Through;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Half a core at 1.2 µs a sample takes 417,000 samples/s; rates are held for 20 s. */
class WorstTest {
  private static final double TRUTH = 0.5 / 1.2e-6;
  private static final Duration MOST = Duration.ofMinutes(60);

  /** All of the days that it comes to are taken. */
  private static final String[] DAYS = {
    "source.datagen.start=1970-01-01T00:00:00Z", "limits.future=100d"
  };

  private static Behaviour halfACore() {
    return Behaviour.ofSlots(4, Duration.ZERO).withCpu(Duration.ofMillis(12), 0.5);
  }

  private static SimulatedSetup ours() {
    return SimulatedSetup.of(halfACore()).withChangeableDatabase();
  }

  /**
   * It is away for 0.5 s, and writers come back at most 0.5 s later, as long as they have paused
   * until then. After that time D a sample that was due at t is acknowledged at D + ut, at u times
   * what the database takes: it is late by more than 0.5 s before t = (D - 0.5 s) / (1 - u). The
   * tenth part of a hold that may be late is 2 s, so that u = 1 - (D - 0.5 s) / 2 s, 0.75 to 1.
   */
  @Test
  void findsALowerRateThatARestartLeavesSafe() {
    CeilingResult result =
        SimulatedSearch.worst(ours(), MOST, "p90<500ms", List.of("restart")).run();

    double safe = result.safeRate().samplesPerSecond();
    Through restart = result.worst().events().get(0);
    assertThat(restart.rate().confirmed()).isTrue();
    assertThat(restart.rate().samplesPerSecond()).isBetween(0.73 * TRUTH, 0.97 * safe);
    assertThat(restart.limit())
        .startsWith("at ")
        .contains("p90<500ms failed (")
        .endsWith("; its cause can't be told: the database was down during the event");
    assertThat(restart.why().cause()).isNull();
    assertThat(result.worst().samplesPerSecond()).isEqualTo(restart.rate().samplesPerSecond());
    assertThat(result.partial()).isNull();
    assertThat(result.sentence())
        .startsWith("Safe at ")
        .contains("even through a restart; with a restart, at ", "Without an event: You may run");
    assertThat(result.steps())
        .filteredOn(step -> step.phase().equals("event"))
        .hasSizeGreaterThan(3)
        .allMatch(step -> step.window().database().restarted());
  }

  /**
   * Of a day's first interval each series' first sample takes 118.8 µs more: 240,000 samples at the
   * rate r take 2.664 s of a core, which has half of 240,000 / r s for them. That is enough up to
   * 45,000 samples/s. At 72,000 what comes last is 2 s late, and nearly nothing may be.
   */
  @Test
  void findsTheRateThatANewDayLeavesSafe() {
    SimulatedSetup setup = SimulatedSetup.of(halfACore().withNewSeries(100)).apart();

    CeilingResult result =
        SimulatedSearch.worst(
                setup,
                MOST,
                "p99<2s",
                List.of("midnight"),
                DAYS[0],
                DAYS[1],
                "source.datagen.series=20000",
                "amplify.m=12")
            .run();

    assertThat(result.safeRate().samplesPerSecond()).isGreaterThan(0.9 * TRUTH);
    assertThat(result.worst().event()).isEqualTo("midnight");
    assertThat(result.worst().events().get(0).why().cause()).isEqualTo(Cause.TSDB_CPU.name());
    assertThat(result.worst().sentence())
        .contains("p99<2s failed (", ": " + Cause.TSDB_CPU.what() + " (CPU of the database: ");
    assertThat(result.worst().samplesPerSecond()).isBetween(45e3, 1.025 * 72e3);
  }

  /** Each hold of it is of another day. A rate whose backlog grows fails before that. */
  @Test
  void anEventThatCostsNothingLeavesTheRateSafe() {
    CeilingResult result =
        SimulatedSearch.worst(
                ours(), MOST, "p99<300ms", List.of("midnight"), DAYS[0], DAYS[1], "amplify.m=12")
            .run();

    Worst worst = result.worst();
    assertThat(worst.samplesPerSecond()).isEqualTo(result.safeRate().samplesPerSecond());
    assertThat(worst.event()).isNull();
    assertThat(worst.events().get(0).limit()).isEqualTo("no failure up to the safe rate");
    assertThat(worst.events().get(0).why()).isNull();
    assertThat(result.sentence()).contains(" even through midnight. Without an event: ");
  }

  /** The next midnight is years ahead of what the database takes. */
  @Test
  void anEventThatCannotBeMadeIsNoPass() {
    var late = List.of("restart", "midnight");

    CeilingResult result = SimulatedSearch.worst(ours(), MOST, "p90<2s", late).run();

    Worst worst = result.worst();
    assertThat(worst.failed()).isTrue();
    assertThat(worst.samplesPerSecond()).isNull();
    assertThat(worst.events().get(0).rate().confirmed()).isTrue();
    assertThat(worst.events().get(1).problem()).startsWith("midnight could not be made: ");
    assertThat(result.partial()).isEqualTo(worst.events().get(1).problem());
    assertThat(result.sentence())
        .startsWith("It is not known which rate is safe through midnight. Without an event: ");
  }

  /** A hook of real time, in a search that has an hour of virtual time. */
  @Test
  void anEventThatIsNotMadeInTimeIsNoPass(@TempDir Path folder) {
    List<Event> slow =
        Event.parse(
            List.of("slow"),
            List.of("slow=sleep 600"),
            List.of("slow=touch '" + folder.resolve("undone") + "'"),
            Duration.ofMinutes(10),
            new Undos(folder.resolve("undo")));

    Worst worst = SimulatedSearch.through(ours(), MOST, "p90<2s", slow).run().worst();

    assertThat(worst.unfinished()).isTrue();
    assertThat(worst.events().get(0).rate().holds()).isZero();
    assertThat(worst.events().get(0).limit()).isEqualTo("not confirmed by two holds; not tried");
    assertThat(folder.resolve("undone")).exists();
  }

  /** A simulated database has no files. */
  @Test
  void whatTheDatabaseRefusesIsNoPass() {
    Worst worst = SimulatedSearch.worst(ours(), MOST, "p90<2s", List.of("merge")).run().worst();

    assertThat(worst.failed()).isTrue();
    assertThat(worst.events().get(0).problem())
        .isEqualTo("merge could not be made: it has nothing to merge");
  }

  @Test
  void whatThereWasNoTimeForIsNotSafe() {
    var search = SimulatedSearch.worst(ours(), MOST, "p90<2s", List.of("restart"));
    search.onStep =
        step -> {
          if (step.contains("with restart")) {
            search.interrupt();
          }
        };

    CeilingResult result = search.run();

    assertThat(result.safeRate().confirmed()).isTrue();
    assertThat(result.worst().samplesPerSecond()).isNull();
    assertThat(result.worst().unfinished()).isTrue();
    assertThat(result.worst().events().get(0).limit())
        .isEqualTo("not confirmed by two holds; not tried");
    assertThat(result.partial()).isEqualTo("interrupted");
  }
}
