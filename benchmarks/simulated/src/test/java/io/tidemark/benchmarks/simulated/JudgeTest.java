package io.tidemark.benchmarks.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.benchmarks.simulated.Said.Mode;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.mechanism.lab.Knob;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JudgeTest {
  private static Judged judged(String family, Knob right, Map<Cause, Double> model) {
    var said = new Said(Cause.INCONCLUSIVE, Confidence.NONE, "", null, "", Map.of(), model);
    return new Judged(
        "case", family, Map.of(), 1, EnumSet.of(right), Map.of(), Map.of(Mode.SEARCH, said));
  }

  private static Judge raw(List<Judged> cases) {
    return Judge.of(Probabilities.raw(cases, Mode.SEARCH, Said::model));
  }

  @Test
  void countsWhatIsGivenAndOfThatWhatIsRight() {
    Judge judge =
        raw(
            List.of(
                judged("a", Knob.SLOTS, Map.of(Cause.TSDB_SLOTS, 0.9, Cause.TSDB_CPU, 0.3)),
                judged("a", Knob.SLOTS, Map.of(Cause.TSDB_SLOTS, 0.4, Cause.TSDB_CPU, 0.7)),
                judged("b", Knob.SLOTS, Map.of(Cause.TSDB_SLOTS, 0.5)),
                judged("b", Knob.SLOTS, Map.of())));

    assertThat(judge.right().value()).isEqualTo(0.5);
    assertThat(judge.likely().cases()).isEqualTo(2);
    assertThat(judge.likely().right().value()).isEqualTo(0.5);
    assertThat(judge.sure().cases()).isEqualTo(1);
    assertThat(judge.sure().right().value()).isEqualTo(1);
    int events = 4 * (Cause.values().length - 1);
    assertThat(judge.brier())
        .isCloseTo((0.01 + 0.09 + 0.36 + 0.49 + 0.25 + 1) / events, within(1e-12));
  }

  /** 40 cases at 0.7, of which a half is right: that is no 0.7. */
  @Test
  void aBinHoldsIfWhatWasGivenLiesInTheIntervalOfWhatCame() {
    var cases = new ArrayList<Judged>();
    for (int i = 0; i < 40; i++) {
      Knob right = i < 20 ? Knob.SLOTS : Knob.LOCK;
      cases.add(judged("a", right, Map.of(Cause.TSDB_SLOTS, 0.7)));
    }
    Judge.Bin bin = last(raw(cases));
    assertThat(bin.mean()).isCloseTo(0.7, within(1e-12));
    assertThat(bin.observed().value()).isEqualTo(0.5);
    assertThat(bin.holds()).isFalse();

    for (int i = 20; i < 28; i++) {
      cases.set(i, cases.get(0));
    }
    assertThat(last(raw(cases)).holds()).isTrue();
  }

  @Test
  void aBinOfFewIsAddedToTheNext() {
    var cases = new ArrayList<Judged>();
    for (int i = 0; i < 30; i++) {
      cases.add(judged("a", Knob.SLOTS, Map.of(Cause.TSDB_SLOTS, i < 10 ? 0.7 : 0.9)));
    }
    Judge.Bin bin = last(raw(cases));
    assertThat(bin.events()).isEqualTo(30);
    assertThat(bin.from()).isEqualTo(0.05);
  }

  /** Two families of which the model knows one and errs in the other: each gets the other's map. */
  @Test
  void noFamilyIsMappedByItself() {
    var cases = new ArrayList<Judged>();
    for (int i = 0; i < 20; i++) {
      cases.add(judged("a", Knob.SLOTS, Map.of(Cause.TSDB_SLOTS, 0.9)));
      cases.add(judged("b", Knob.LOCK, Map.of(Cause.TSDB_SLOTS, 0.9)));
    }
    List<Probabilities.Given> mapped =
        Probabilities.mapped(cases, cases, Mode.SEARCH, List.of(Said::model));

    assertThat(mapped)
        .filteredOn(each -> each.judged().family().equals("a"))
        .allMatch(each -> each.of(Cause.TSDB_SLOTS) < 0.2);
    assertThat(mapped)
        .filteredOn(each -> each.judged().family().equals("b"))
        .allMatch(each -> each.of(Cause.TSDB_SLOTS) > 0.8);
  }

  private static Judge.Bin last(Judge judge) {
    return judge.bins().get(judge.bins().size() - 1);
  }
}
