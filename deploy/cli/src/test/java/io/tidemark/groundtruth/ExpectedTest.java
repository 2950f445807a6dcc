package io.tidemark.groundtruth;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.ceiling.Cause;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A judge that can't say no would be worth nothing. */
class ExpectedTest {
  private static final String RESULT =
      """
      {"cause": "TSDB_SLOTS", "sentence": "its one slot", "slots": {"low": 0.9, "high": 1.2},
       "missing": ["Metrics of b"]}
      """;

  @Test
  void isContentWithWhatItExpects() throws Exception {
    assertThat(
            problems(
                Expected.oneOf(Cause.TSDB_SLOTS, Cause.TSDB_CPU)
                    .within("/slots/low", 0, 1)
                    .mentioning("metrics")))
        .isEmpty();
  }

  @Test
  void namesAnotherCauseAndWhy() throws Exception {
    assertThat(problems(Expected.oneOf(Cause.TSDB_CPU)))
        .containsExactly("cause=TSDB_SLOTS: its one slot");
    assertThat(problems(Expected.noneOf(Cause.TSDB_SLOTS))).hasSize(1);
  }

  @Test
  void namesANumberOutOfBoundsAndOneThatIsNotThere() throws Exception {
    assertThat(
            problems(
                Expected.oneOf(Cause.TSDB_SLOTS)
                    .within("/slots/high", 0, 1.1)
                    .within("/slots/estimated", 0, 10)))
        .containsExactly(
            "/slots/high=1.2 is not in [0.0, 1.1]", "/slots/estimated= is not in [0.0, 10.0]");
  }

  @Test
  void namesWhatIsNotSaid() throws Exception {
    assertThat(problems(Expected.oneOf(Cause.TSDB_SLOTS).mentioning("heap")))
        .containsExactly("nothing is said of \"heap\"");
  }

  @Test
  void anInconclusiveResultIsNoOtherCause() {
    assertThat(Expected.noneOf(Cause.TSDB_SLOTS).causes())
        .doesNotContain(Cause.INCONCLUSIVE, Cause.TSDB_SLOTS)
        .contains(Cause.TSDB_CPU);
  }

  private static List<String> problems(Expected expected) throws Exception {
    return expected.problems(new ObjectMapper().readTree(RESULT));
  }
}
