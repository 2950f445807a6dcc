package io.tidemark.job.cardinality;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.flink.api.common.accumulators.Accumulator;
import org.apache.flink.streaming.util.MockStreamingRuntimeContext;
import org.junit.jupiter.api.Test;

class SeriesCountsTest {
  private static final long NOW = 29_000_000;

  private final Map<String, Accumulator<?, ?>> published = new HashMap<>();
  private final SeriesCounts counts = new SeriesCounts();

  SeriesCountsTest() {
    counts.publish(
        new MockStreamingRuntimeContext(1, 0) {
          @Override
          public <V, A extends java.io.Serializable> void addAccumulator(
              String name, Accumulator<V, A> accumulator) {
            published.put(name, accumulator);
          }
        });
  }

  private void met(long minute, int from, int to) {
    for (int i = from; i < to; i++) {
      counts.met(new SplittableRandom(i).nextLong(), minute);
    }
  }

  /** As small numbers come out exactly. */
  private long count(String name) {
    return Math.round(DistinctSeries.count((byte[]) published.get(name).getLocalValue()));
  }

  @Test
  void aSeriesIsActiveForFiveMinutesAndSeenForEver() {
    met(NOW, 0, 10);
    met(NOW + 4, 5, 12);
    assertThat(count(SeriesCounts.SEEN)).isEqualTo(12);
    assertThat(count(SeriesCounts.ACTIVE)).isEqualTo(12);

    met(NOW + 5, 20, 21);
    assertThat(count(SeriesCounts.SEEN)).isEqualTo(13);
    assertThat(count(SeriesCounts.ACTIVE)).isEqualTo(8);

    met(NOW + 60, 20, 21);
    assertThat(count(SeriesCounts.SEEN)).isEqualTo(13);
    assertThat(count(SeriesCounts.ACTIVE)).isEqualTo(1);
  }

  @Test
  void aClockThatIsSetBackBeginsAnew() {
    met(NOW, 0, 10);
    met(NOW - 60, 20, 23);
    assertThat(count(SeriesCounts.ACTIVE)).isEqualTo(3);
    assertThat(count(SeriesCounts.SEEN)).isEqualTo(13);
  }
}
