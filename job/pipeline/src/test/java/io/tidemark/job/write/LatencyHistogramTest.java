package io.tidemark.job.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
  /** Of 1 to 1000: the mean is 500.5, the standard deviation √((1000² − 1) / 12). */
  @Test
  void statisticsAreThoseOfTheMomentAtWhichTheyWereAskedFor() {
    var latency = new LatencyHistogram();
    for (long micros = 1; micros <= 1000; micros++) {
      latency.update(micros);
    }

    var statistics = latency.getStatistics();
    latency.update(1_000_000);

    assertThat(statistics.size()).isEqualTo(1000);
    assertThat(statistics.getQuantile(0.5)).isEqualTo(500);
    assertThat(statistics.getMin()).isEqualTo(1);
    assertThat(statistics.getMax()).isEqualTo(1000);
    assertThat(statistics.getMean()).isEqualTo(500.5, within(0.5));
    assertThat(statistics.getStdDev()).isEqualTo(288.7, within(0.5));
  }

  @Test
  void nothingIsZero() {
    var statistics = new LatencyHistogram().getStatistics();

    assertThat(statistics.size()).isZero();
    assertThat(statistics.getMax()).isZero();
    assertThat(statistics.getQuantile(0.99)).isZero();
  }
}
