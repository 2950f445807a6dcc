package io.tidemark.job.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.HdrHistogram.Histogram;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class LatencyAccumulatorTest {
  private static Histogram decode(byte[] encoded) throws Exception {
    return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(encoded), 1);
  }

  @Test
  void mergesWhatOthersCounted() throws Exception {
    var one = new LatencyAccumulator();
    var other = new LatencyAccumulator();
    for (long i = 1; i <= 1000; i++) {
      one.add(i);
      other.add(1000 + i);
    }
    one.merge(other);
    Histogram merged = decode(one.getLocalValue());
    assertThat(merged.getTotalCount()).isEqualTo(2000);
    assertThat(merged.getValueAtPercentile(50)).isEqualTo(1000);
    // Three significant digits.
    assertThat(merged.getMaxValue()).isBetween(2000L, 2001L);
  }

  @Test
  void survivesFlinksHeartbeat() throws Exception {
    var latency = new LatencyAccumulator();
    latency.add(42L);
    LatencyAccumulator copy = InstantiationUtil.clone(latency);
    copy.add(42L);
    assertThat(decode(copy.getLocalValue()).getCountAtValue(42)).isEqualTo(2);
    assertThat(decode(latency.getLocalValue()).getTotalCount()).isEqualTo(1);
  }

  @Test
  void countsWhatIsOverAnHourAsAnHour() throws Exception {
    var latency = new LatencyAccumulator();
    latency.add(Long.MAX_VALUE);
    latency.add(-1L);
    assertThat(decode(latency.getLocalValue()).getTotalCount()).isEqualTo(2);
  }
}
