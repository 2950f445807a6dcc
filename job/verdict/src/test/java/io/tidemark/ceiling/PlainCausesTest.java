package io.tidemark.ceiling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlainCausesTest {
  /** A window of 8 s at 10⁶ samples/s. */
  private static Verdict judged(long dropped) {
    var scene = new Scene();
    scene.ignored = Map.of("hourly_series_limit", dropped);
    scene.invalid = List.of("the database accepted rows and did not store them");
    return Attribution.judge(scene.facts());
  }

  @Test
  void aLimitThatDropsSilentlyIsNamedWithWhatLiftsIt() {
    Verdict verdict = judged(4_000_000);

    assertThat(verdict.cause()).isEqualTo(Cause.TSDB_REJECTING);
    assertThat(verdict.confidence()).isEqualTo(Verdict.Confidence.MEDIUM);
    assertThat(verdict.headline()).contains("dropping");
    assertThat(verdict.evidence())
        .singleElement()
        .hasToString(
            "acknowledged rows that the database dropped [hourly_series_limit]: 50 % (more than 1.0 %)");
    assertThat(verdict.advice()).singleElement().asString().contains("lift the limit");
  }

  @Test
  void aFewDroppedRowsMayBeAnothers() {
    assertThat(judged(10).cause()).isEqualTo(Cause.INCONCLUSIVE);
  }

  /** An insert node waits for storage nodes that take no writes, instead of turning them away. */
  @Test
  void aReadOnlyDatabaseMayAnswerNothing() {
    var scene = new Scene().saturated();
    scene.readOnly = true;
    scene.samplesPerSecond = 0;
    scene.invalid = List.of("no write was answered");

    assertThat(Attribution.judge(scene.facts()).cause()).isEqualTo(Cause.TSDB_STORAGE);
    scene.readOnly = false;
    assertThat(Attribution.judge(scene.facts()).cause()).isEqualTo(Cause.INCONCLUSIVE);
  }
}
