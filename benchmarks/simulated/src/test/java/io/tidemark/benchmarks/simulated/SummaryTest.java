package io.tidemark.benchmarks.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.benchmarks.simulated.Judged.Outcome;
import io.tidemark.benchmarks.simulated.Said.Mode;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.mechanism.lab.Knob;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SummaryTest {
  private static final Map<Knob, Double> GAINS =
      Map.of(Knob.SLOTS, 1.8, Knob.DATABASE_CPU, 1.7, Knob.IN_FLIGHT, 1.0, Knob.NO_READERS, 3.0);

  private static Judged judged(String family, Set<Knob> right, Cause cause, String use) {
    var said = new Said(cause, Confidence.LOW, "said", 2.0, use, Map.of(), Map.of());
    return new Judged(
        "case", family, Map.of(), 1, right, GAINS, Map.of(Mode.SEARCH, said, Mode.WATCH, said));
  }

  @Test
  void aCauseIsRightIfItIsOfTheMeasuredSet() {
    Set<Knob> both = EnumSet.of(Knob.SLOTS, Knob.DATABASE_CPU);
    assertThat(outcome(both, Cause.TSDB_SLOTS)).isEqualTo(Outcome.RIGHT);
    assertThat(outcome(both, Cause.TSDB_CPU)).isEqualTo(Outcome.RIGHT);
    assertThat(outcome(both, Cause.JOB_IN_FLIGHT)).isEqualTo(Outcome.WRONG);
    assertThat(outcome(both, Cause.INCONCLUSIVE)).isEqualTo(Outcome.NO_VERDICT);
  }

  @Test
  void whereNothingLimitsOnlyThatIsRight() {
    assertThat(outcome(Set.of(), Cause.NONE_REACHED)).isEqualTo(Outcome.RIGHT);
    assertThat(outcome(Set.of(), Cause.TSDB_CPU)).isEqualTo(Outcome.WRONG);
    assertThat(outcome(EnumSet.of(Knob.SOURCE), Cause.NONE_REACHED)).isEqualTo(Outcome.RIGHT);
    assertThat(outcome(EnumSet.of(Knob.SLOTS), Cause.NONE_REACHED)).isEqualTo(Outcome.WRONG);
  }

  @Test
  void someLimitsHaveNoWord() {
    assertThat(RightCauses.of(EnumSet.of(Knob.NO_NEIGHBOUR))).isEmpty();
    assertThat(RightCauses.of(EnumSet.of(Knob.MEMORY, Knob.LOCK)))
        .containsExactlyInAnyOrder(Cause.TSDB_MEMORY, Cause.TSDB_CONTENTION);
  }

  private static Outcome outcome(Set<Knob> right, Cause cause) {
    return judged("any", right, cause, "").outcome(Mode.SEARCH);
  }

  @Test
  void countsWhatIsRightAndForWhom() {
    List<Judged> cases =
        List.of(
            judged("a", EnumSet.of(Knob.SLOTS), Cause.TSDB_SLOTS, "TSDB_CPU"),
            judged("a", EnumSet.of(Knob.SLOTS), Cause.TSDB_CPU, "TSDB_CPU"),
            judged("b", EnumSet.of(Knob.NO_NEIGHBOUR), Cause.INCONCLUSIVE, ""),
            judged("c", Set.of(), Cause.NONE_REACHED, ""));

    Summary summary = Summary.of(cases, cases, Mode.SEARCH);

    assertThat(summary.right().value()).isEqualTo(0.5);
    assertThat(summary.wrong().value()).isEqualTo(0.25);
    assertThat(summary.rightOfNamed().value()).isCloseTo(2 / 3.0, within(1e-9));
    assertThat(summary.nameable()).isEqualTo(3);
    assertThat(summary.plain().get("right").value()).isEqualTo(0.25);
    assertThat(summary.byLimit().get("SLOTS").cases()).isEqualTo(2);
    assertThat(summary.byLimit().get("none").right()).isEqualTo(1);
    assertThat(summary.byCause().get(Cause.TSDB_CPU).wrong()).isEqualTo(1);
  }

  /** Promised 2 each: slots gave 1.8, the CPU 1.7; where nothing was named nothing was promised. */
  @Test
  void comparesWhatWasPromisedWithWhatItGave() {
    List<Judged> cases =
        List.of(
            judged("a", EnumSet.of(Knob.SLOTS), Cause.TSDB_SLOTS, ""),
            judged("b", EnumSet.of(Knob.SLOTS), Cause.TSDB_CPU, ""),
            judged("c", EnumSet.of(Knob.SLOTS), Cause.INCONCLUSIVE, ""));

    Summary.Promises promises = Summary.of(cases, cases, Mode.SEARCH).promises();

    assertThat(promises.promises()).isEqualTo(2);
    assertThat(promises.bias().value())
        .isCloseTo((Math.log(2 / 1.8) + Math.log(2 / 1.7)) / 2, within(1e-9));
  }

  /**
   * A case is not forecast by its own family: of two families that differ each gets the other's.
   */
  @Test
  void noFamilyForecastsItself() {
    List<Judged> cases =
        List.of(
            judged("a", EnumSet.of(Knob.SLOTS), Cause.TSDB_CPU, ""),
            judged("b", EnumSet.of(Knob.DATABASE_CPU), Cause.TSDB_CPU, ""));

    assertThat(Probabilities.of(cases, cases, each -> "same"))
        .extracting(given -> given.of(given.judged().rightCauses().iterator().next()))
        .containsExactly(1 / 3.0, 1 / 3.0);
  }
}
