package io.tidemark.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.calibrate.RandomTruth.Judged;
import io.tidemark.calibrate.RandomTruth.Outcome;
import io.tidemark.ceiling.Verdict.Confidence;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Set-ups made by chance, of the seeds that rules were tuned on, that once got a wrong verdict. */
@Tag("seconds")
class OnceWrongTest {
  /**
   * Two slots on one core, of which those inside take from each other what more slots would gain;
   * and a database whose cores others fill, with a proxy before it that lets one of ours through.
   */
  @ParameterizedTest
  @ValueSource(longs = {2010, -890, -3807})
  void aChangeThatMovedIsNoProofWhereSomethingElseMayGainMore(long seed) {
    assertThat(judged(seed).confidence()).isNotEqualTo(Confidence.HIGH);
  }

  /** Job and database fill a host, and the database's own cores are what it lacks on any host. */
  @ParameterizedTest
  @ValueSource(longs = {1111, 1255})
  void theDatabasesOwnCoresAreNamedOnAFullHost(long seed) {
    assertThat(judged(seed).outcome()).as("%s", judged(seed)).isEqualTo(Outcome.RIGHT);
  }

  /** The other node of two, whose page is not read, is not "others on the host". */
  @ParameterizedTest
  @ValueSource(longs = {463, 536, 594, 1698})
  void aNodeThatIsNotReadIsNotTakenForOthersOnTheHost(long seed) {
    assertThat(judged(seed).outcome()).as("%s", judged(seed)).isNotEqualTo(Outcome.WRONG);
  }

  private static Judged judged(long seed) {
    return RandomTruth.of(1, seed).judged().get(0);
  }
}
