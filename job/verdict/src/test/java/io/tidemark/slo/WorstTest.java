package io.tidemark.slo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.slo.Worst.Through;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorstTest {
  private static final List<String> BROKEN = List.of("p99<500ms failed (640 ms)");

  private static Through through(String event, Double rate, int holds, Double failsAt) {
    return through(event, rate, holds, failsAt, null);
  }

  private static Through through(
      String event, Double rate, int holds, Double failsAt, String problem) {
    var found =
        new SafeRate(
            rate, null, List.of(), holds, 60, failsAt, failsAt == null ? List.of() : BROKEN, true);
    return new Through(event, false, found, problem, null);
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
            "Safe at 180 k samples/s (the rate of 2.70 M series at 15 s) even through midnight, a restart"
                + " and the event node-down; with a restart, at 184 k samples/s, p99<500ms failed (640 ms).");
  }

  @Test
  void noRateIsSafeIfNoneIsThroughOneOfThem() {
    Worst worst =
        Worst.of(List.of(through("merge", 4e5, 2, null), through("restart", null, 0, 6e3)));

    assertThat(worst.samplesPerSecond()).isNull();
    assertThat(worst.event()).isEqualTo("restart");
    assertThat(worst.unfinished()).isFalse();
    assertThat(worst.sentence())
        .isEqualTo(
            "No rate is safe through a restart: at 6.00 k samples/s, p99<500ms failed (640 ms).");
  }

  @Test
  void saysWhatStopsItThroughEachEvent() {
    Worst worst =
        Worst.of(
                List.of(
                    through("midnight", 4e5, 2, null),
                    through("merge", 2e5, 2, 2.04e5),
                    through("restart", 1.8e5, 2, 1.84e5)))
            .because(
                event ->
                    event.event().equals("merge")
                        ? new Worst.Why("TSDB_CPU", "the database's CPU (4 of 4 cores)")
                        : new Worst.Why(null, "the database was down during the event"));

    assertThat(worst.events())
        .extracting(Through::limit)
        .containsExactly(
            "no failure up to the safe rate",
            "at 204 k samples/s, p99<500ms failed (640 ms): the database's CPU (4 of 4 cores)",
            "at 184 k samples/s, p99<500ms failed (640 ms); its cause can't be told: the database was down during the event");
    assertThat(worst.events().get(0).why()).isNull();
    assertThat(worst.sentence())
        .endsWith(
            " even through midnight, a merge and a restart; with a restart, at 184 k samples/s,"
                + " p99<500ms failed (640 ms); its cause can't be told: the database was down during the event.");
  }

  /** One of which only the highest was tried leaves open whether a lower one is safe. */
  @Test
  void noRateThatWasTriedIsNotNoRate() {
    var tried = new SafeRate(null, null, List.of(), 0, 60, 4e5, BROKEN, false);

    Worst worst = Worst.of(List.of(new Through("restart", false, tried, null, null)));

    assertThat(worst.unfinished()).isTrue();
    assertThat(worst.event()).isNull();
    assertThat(worst.sentence()).isEqualTo("It is not known which rate is safe through a restart.");
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
        .isEqualTo("not confirmed by two holds; no failure up to the safe rate");
    assertThat(failed.failed()).isTrue();
    assertThat(failed.unfinished()).isFalse();
    assertThat(failed.events().get(1).limit()).isEqualTo("no");
  }
}
