package io.tidemark.slo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.DurationText;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class HoldTest {
  private static List<Objective> objectives(String... texts) {
    return Objective.parse(List.of(texts), DurationText::parse);
  }

  private static Hold hold(double acknowledged, String... objectives) {
    var micros = new Histogram(3);
    micros.recordValueWithCount(100_000, (long) acknowledged);
    return Hold.of(
        1_000,
        true,
        objectives(objectives),
        new Hold.Counted(60, acknowledged, 100, micros, 0.002),
        List.of());
  }

  @Test
  void countsSamplesThatWereNotAcknowledgedAsLateWithoutEnd() {
    assertThat(hold(60_000, "p99<500ms").kept()).isTrue();
    assertThat(hold(59_500, "p99<500ms").kept()).as("0.7 %% are missing").isTrue();
    assertThat(hold(59_200, "p99<500ms").broken())
        .as("1.2 %% are missing")
        .containsExactly("p99<500ms failed (endless, as too many samples were not acknowledged)");
    assertThat(hold(58_000, "p50<500ms").broken())
        .containsExactly("only 96.8 % of the samples were acknowledged in time");
  }

  @Test
  void judgesTheShareOfErrors() {
    assertThat(hold(60_000, "errors<0.3%").kept()).isTrue();
    assertThat(hold(60_000, "errors<0.2%", "p50 < 1s").broken())
        .containsExactly("errors<0.2% failed (0.20 %)");
    assertThat(hold(60_000, "errors=0").kept()).isFalse();
  }

  @Test
  void refusesWhatCannotBeMeasured() {
    assertThat(objectives("p99<500ms,errors=0", "P99.9 < 2s")).hasSize(3);
    assertThatThrownBy(() -> objectives("freshness<5s"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no probe");
    for (String wrong :
        List.of("", "p98<1s", "p99<0s", "p99<soon", "p99>1s", "errors<101%", "p99<1s,")) {
      assertThatThrownBy(() -> objectives(wrong)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
