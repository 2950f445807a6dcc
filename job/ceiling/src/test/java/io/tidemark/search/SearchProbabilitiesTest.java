package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Intervention;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.ceiling.result.Change;
import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.proof.CauseProbabilities;
import io.tidemark.proof.SecondOpinion;
import io.tidemark.search.CeilingPlan.By;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a search makes of its windows, of a database whose cores are full. */
@Tag("seconds")
class SearchProbabilitiesTest {
  private static final Behaviour TWO_CORES =
      Behaviour.ofSlots(16, Duration.ZERO).withCpu(Duration.ofMillis(12), 2);

  private static final CeilingResult TOLD = search(TWO_CORES).run(CauseProbabilities::ofSearch);

  private static SimulatedSearch search(Behaviour database) {
    return new SimulatedSearch(
        SimulatedSetup.of(database).apart().withChangeableDatabase(),
        By.IN_FLIGHT,
        Duration.ofMinutes(3),
        1e7);
  }

  @Test
  void theDatabasesCpuIsTheMostProbable() {
    Probabilities told = TOLD.probabilities();
    assertThat(told.untold()).isNull();
    assertThat(told.causes().keySet().iterator().next()).isEqualTo(Cause.TSDB_CPU);
    assertThat(told.causes().get(Cause.TSDB_CPU)).isGreaterThan(0.85);
    assertThat(List.copyOf(told.causes().values()))
        .isSortedAccordingTo((one, other) -> Double.compare(other, one));
  }

  /** The first for sure; a host may be too slow for the next. */
  @Test
  void aChangeHasItsEffect() {
    List<String> changed = TOLD.probabilities().changes().stream().map(Change::changed).toList();

    assertThat(changed)
        .startsWith(TOLD.interventions().get(0).changed())
        .isSubsetOf(TOLD.interventions().stream().map(Intervention::changed).toList());
  }

  /** Fewer cores without their windows would be no change at all. */
  @Test
  void halfOfTheCoresMakeTheCpuMoreProbable() {
    Change cores =
        TOLD.probabilities().changes().stream()
            .filter(each -> each.changed().contains("cores"))
            .findFirst()
            .orElseThrow();

    assertThat(TOLD.probabilities().causes().get(Cause.TSDB_CPU))
        .isGreaterThan(cores.without().get(Cause.TSDB_CPU));
  }

  @Test
  void ofNoStepsNothingIsTold() {
    var nothing =
        new SimulatedSearch(
            SimulatedSetup.of(TWO_CORES.withRejects(1, 429)), By.IN_FLIGHT, Duration.ofSeconds(90));

    Probabilities told = nothing.run(CauseProbabilities::ofSearch).probabilities();

    assertThat(told.told()).isFalse();
    assertThat(told.untold()).isEqualTo("no valid step raised the requests in flight");
  }

  @Test
  void ofAnotherCauseThanTheModelsNothingIsSaid() {
    SecondOpinion slots =
        (steps, verdict, interventions) ->
            new Probabilities(
                Map.of(Cause.TSDB_CPU, 0.1, Cause.TSDB_SLOTS, 0.8),
                0,
                Map.of(),
                List.of(),
                400,
                null,
                null);

    CeilingResult rules = unchanged().run();
    CeilingResult both = unchanged().run(slots);

    assertThat(rules.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(both.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(both.sentence()).contains("the queueing model to the database's insert slots");
    assertThat(both.next()).containsExactly(Cause.TSDB_CPU);
    assertThat(both.ceilingSamplesPerSecond()).isEqualTo(rules.ceilingSamplesPerSecond());
    // Half of the cores has proved the CPU.
    assertThat(search(TWO_CORES).run(slots).cause()).isEqualTo(Cause.TSDB_CPU);
  }

  /** Nothing of its database can be changed. */
  private static SimulatedSearch unchanged() {
    return new SimulatedSearch(
        SimulatedSetup.of(TWO_CORES).apart(), By.IN_FLIGHT, Duration.ofMinutes(3), 1e7);
  }
}
