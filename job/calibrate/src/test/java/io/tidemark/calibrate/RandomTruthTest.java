package io.tidemark.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.calibrate.RandomTruth.Judged;
import io.tidemark.calibrate.RandomTruth.Outcome;
import io.tidemark.ceiling.Verdict.Confidence;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Some set-ups made by chance, whose truth is computed. {@code tidemark calibrate --random N} does
 * the same with as many as one likes.
 */
@Tag("seconds")
class RandomTruthTest {
  private static final int SETUPS = 100;
  private static final RandomTruth TRUTH = RandomTruth.of(SETUPS, 1);

  /** Of some 90 that can be decided: 97 and 90 % of 2,000 leave chance this much. */
  @Test
  void mostVerdictsAreRight() {
    assertThat(TRUTH.judged()).hasSize(SETUPS);
    assertThat(TRUTH.rightOfGiven()).as("%s", TRUTH.matrix()).isGreaterThan(0.94);
    assertThat(TRUTH.right()).as("%s", TRUTH.matrix()).isGreaterThan(0.86);
    assertThat(TRUTH.count(Outcome.UNDECIDABLE)).isLessThan(SETUPS / 4);
  }

  @Test
  void thoseAtHighConfidenceAreNotWrong() {
    assertThat(TRUTH.judged())
        .filteredOn(each -> each.confidence() == Confidence.HIGH)
        .isNotEmpty()
        .extracting(Judged::outcome)
        .doesNotContain(Outcome.WRONG);
  }

  @Test
  void theSameSeedGivesTheSameAgain() {
    Judged again = RandomTruth.of(1, 7).judged().get(0);
    assertThat(again).isEqualTo(TRUTH.judged().get(6));
  }
}
