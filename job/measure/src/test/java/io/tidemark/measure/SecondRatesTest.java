package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.job.observe.InstrumentRequest.Observations;
import io.tidemark.statistics.Stability;
import java.util.List;
import org.junit.jupiter.api.Test;

class SecondRatesTest {
  private static final int SECONDS = 40;

  private final SecondRates rates = new SecondRates();
  private long number;

  @Test
  void countsWhatAllWritersAcknowledgedInEachSecond() {
    for (int second = 0; second <= SECONDS; second++) {
      report(0, 0, 5_000 + 1_000L * second, 100.0 * second);
      report(1, 0, 5_200 + 1_000L * second, 50.0 * second);
    }

    Stability stability = rates.stability().orElseThrow();

    assertThat(stability.seconds()).isEqualTo(SECONDS);
    // The other writer's first report came 200 ms later.
    assertThat(stability.rates().get(0)).isCloseTo(100 + 0.8 * 50, within(1e-9));
    assertThat(stability.rates().subList(1, SECONDS)).allMatch(rate -> Math.abs(rate - 150) < 1e-9);
    assertThat(rates.known()).isEqualTo(number - 1);
  }

  @Test
  void theTimeOfARestartCountsAsStalled() {
    for (int second = 0; second <= SECONDS; second++) {
      report(0, 0, 5_000 + 1_000L * second, 100.0 * second);
    }
    for (int second = 0; second <= SECONDS; second++) {
      report(0, 1, 55_000 + 1_000L * second, 100.0 * second);
    }

    Stability stability = rates.stability().orElseThrow();

    assertThat(stability.seconds()).isEqualTo(90);
    assertThat(stability.stalls()).isEqualTo(10 / 90.0);
  }

  @Test
  void nothingIsSaidOfAFewSeconds() {
    for (int second = 0; second < Stability.MIN_SECONDS; second++) {
      assertThat(rates.stability()).isEmpty();
      report(0, 0, 5_000 + 1_000L * second, 100.0 * second);
    }
    assertThat(rates.stability()).isEmpty();
  }

  private void report(int subtask, int attempt, long millis, double samples) {
    rates.add(
        new Observations(number++, List.of(WriterReports.of(subtask, attempt, millis, samples))));
  }
}
