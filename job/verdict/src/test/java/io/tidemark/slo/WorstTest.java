package io.tidemark.slo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.slo.Worst.Through;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorstTest {
  private static final List<String> BROKEN = List.of("p99<500ms was 640 ms");

  private static Through through(String event, Double rate, int holds, Double failsAt) {
    return through(event, rate, holds, failsAt, null);
  }

  private static Through through(
      String event, Double rate, int holds, Double failsAt, String problem) {
    var found =
        new SafeRate(
            rate, null, List.of(), holds, 60, failsAt, failsAt == null ? List.of() : BROKEN);
    return new Through(event, false, found, problem);
  }

  @Test
  void theLeastOfThemIsSafe() {
    Worst worst =
        Worst.of(
            List.of(
                through("midnight", 4e5, 2, null),
                through("restart", 1.8e5, 2, 1.84e5),
                through("node-down", 2e5, 2, 2.04e5)));

    assertThat(worst.samplesPerSecond()).isEqualTo(1.8e5);
    assertThat(worst.event()).isEqualTo("restart");
    assertThat(worst.sentence())
        .isEqualTo(
            "Safe at 180 k samples/s (2.70 M active series at 15 s) even through midnight, a restart"
                + " and the event node-down; with a restart, at 184 k samples/s p99<500ms was 640 ms.");
  }

  @Test
  void noRateIsSafeIfNoneIsThroughOneOfThem() {
    Worst worst =
        Worst.of(List.of(through("merge", 4e5, 2, null), through("restart", null, 0, 6e3)));

    assertThat(worst.samplesPerSecond()).isNull();
    assertThat(worst.event()).isEqualTo("restart");
    assertThat(worst.unfinished()).isFalse();
    assertThat(worst.sentence())
        .isEqualTo("No rate is safe through a restart: at 6.00 k samples/s p99<500ms was 640 ms.");
  }

  /** Neither one hold, nor an event that could not be made, says that anything is safe. */
  @Test
  void nothingIsSafeThroughWhatWasNotSeen() {
    Worst once =
        Worst.of(List.of(through("merge", 4e5, 2, null), through("restart", 4e5, 1, null)));
    Worst failed =
        Worst.of(List.of(through("merge", 4e5, 2, null), through("restart", 4e5, 2, null, "no")));

    assertThat(List.of(once, failed))
        .allSatisfy(
            worst -> {
              assertThat(worst.samplesPerSecond()).isNull();
              assertThat(worst.event()).isNull();
              assertThat(worst.sentence())
                  .isEqualTo("It is not known which rate is safe through a restart.");
            });
    assertThat(once.unfinished()).isTrue();
    assertThat(once.events().get(1).limit())
        .isEqualTo("not confirmed by two holds; nothing up to the safe rate");
    assertThat(failed.failed()).isTrue();
    assertThat(failed.unfinished()).isFalse();
    assertThat(failed.events().get(1).limit()).isEqualTo("no");
  }
}
