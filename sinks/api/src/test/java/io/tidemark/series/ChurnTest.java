package io.tidemark.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChurnTest {
  private static final long NOW = 1_750_000_000_000L;
  private static final long MINUTE = 60_000;

  private static Churn of(double share) {
    return new Churn(share, MINUTE, InstanceLabels.of("instance"));
  }

  private static Labels series(String metric, int host) {
    return Labels.of(Map.of("__name__", metric, "instance", "host_" + host));
  }

  private static Labels written(Churn churn, Labels series, long timestampMillis) {
    return churn.replaced(series, churn.generation(churn.phase(series), timestampMillis));
  }

  /** Of 20,000 instances, a standard deviation is 0.2 %. */
  @Test
  void replacesItsShareOfTheInstancesInEachInterval() {
    Churn churn = of(0.1);
    for (int interval = 0; interval < 5; interval++) {
      int replaced = 0;
      long begin = NOW + interval * MINUTE;
      for (int host = 0; host < 20_000; host++) {
        Labels series = series("up", host);
        if (!written(churn, series, begin).equals(written(churn, series, begin + MINUTE))) {
          replaced++;
        }
      }
      assertThat(replaced).isBetween(1_800, 2_200);
    }
  }

  @Test
  void replacesAllOfThemOnceInAsManyIntervalsAsTheShareSays() {
    Churn churn = of(0.25);
    for (int host = 0; host < 100; host++) {
      Set<Labels> written = new HashSet<>();
      for (long at = NOW; at < NOW + 8 * MINUTE; at += 1_000) {
        written.add(written(churn, series("up", host), at));
      }
      assertThat(written.size()).isBetween(2, 3);
    }
  }

  /** A pod that is started anew has new names for all of its series. */
  @Test
  void replacesAllSeriesOfAnInstanceTogether() {
    Churn churn = of(0.5);
    for (long at = NOW; at < NOW + 4 * MINUTE; at += 500) {
      assertThat(written(churn, series("up", 7), at).toMap().get("instance"))
          .isEqualTo(written(churn, series("load", 7), at).toMap().get("instance"));
    }
  }

  /** 1,750,000,000 s are 29,166,666.67 minutes: half of them, and the phase. */
  @Test
  void namesHowOftenItWasReplaced() {
    Labels series = series("up", 1);
    Churn churn = of(0.5);
    double phase = churn.phase(series);
    int times = 14_583_333 + (phase >= 1 - 1 / 3.0 ? 1 : 0);

    assertThat(written(churn, series, NOW))
        .isEqualTo(Labels.of(Map.of("__name__", "up", "instance", "host_1~g" + times)));
    assertThat(churn.replaced(Labels.of(Map.of("__name__", "up")), 3))
        .isEqualTo(Labels.of(Map.of("__name__", "up", "instance", "~g3")));
  }

  @Test
  void refusesWhatIsNoShare() {
    assertThatThrownBy(() -> of(1.1)).hasMessageContaining("share=1.1");
    assertThatThrownBy(() -> of(Double.NaN)).hasMessageContaining("share=NaN");
  }
}
