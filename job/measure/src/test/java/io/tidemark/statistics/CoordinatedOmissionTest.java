package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class CoordinatedOmissionTest {
  /** HdrHistogram's own check, in microseconds: 100 s at 1 ms each, then one stall of 100 s. */
  @Test
  void addsTheRequestsThatAStallHid() {
    var recorded = new Histogram(3_600_000_000L, 3);
    recorded.recordValueWithCount(1000, 10_000);
    recorded.recordValue(100_000_000);
    AbstractHistogram corrected = CoordinatedOmission.corrected(recorded, 10_000);
    assertThat(corrected.getTotalCount()).isEqualTo(20_000);
    assertMicros(corrected, 50, 1000);
    assertMicros(corrected, 75, 50_000_000);
    assertMicros(corrected, 90, 80_000_000);
    assertMicros(corrected, 99, 98_000_000);
    assertThat(recorded.getTotalCount()).isEqualTo(10_001);
  }

  private static void assertMicros(AbstractHistogram histogram, double percentile, double micros) {
    assertThat((double) histogram.getValueAtPercentile(percentile))
        .isCloseTo(micros, withPercentage(0.1));
  }

  @Test
  void refusesToGuessTheInterval() {
    assertThatThrownBy(() -> CoordinatedOmission.corrected(new Histogram(3), 0))
        .hasMessageContaining("expectedInterval=0");
  }
}
