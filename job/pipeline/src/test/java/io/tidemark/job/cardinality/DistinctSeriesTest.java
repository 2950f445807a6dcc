package io.tidemark.job.cardinality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.SplittableRandom;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistinctSeriesTest {
  /** Five standard errors of 0.8 %. */
  private static final double BOUND_PERCENT = 4;

  private static DistinctSeries of(long seed, int series) {
    var random = new SplittableRandom(seed);
    var distinct = new DistinctSeries();
    for (int i = 0; i < series; i++) {
      distinct.add(random.nextLong());
    }
    return distinct;
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 20_000, 1_000_000})
  void countsEachSeriesOnceHoweverOftenItComes(int series) {
    DistinctSeries distinct = of(1, series);
    distinct.merge(of(1, series).getLocalValue());
    assertThat(distinct.count()).isCloseTo(series, withinPercentage(BOUND_PERCENT));
    assertThat(DistinctSeries.count(distinct.getLocalValue())).isEqualTo(distinct.count());
  }

  @Test
  void addsUpThoseOfSeveralSubtasks() {
    DistinctSeries all = of(1, 50_000);
    all.merge(of(2, 50_000));
    assertThat(all.count()).isCloseTo(100_000, withinPercentage(BOUND_PERCENT));
  }

  @Test
  void survivesFlinksHeartbeat() throws Exception {
    DistinctSeries distinct = of(1, 1000);
    DistinctSeries copy = InstantiationUtil.clone(distinct);
    assertThat(copy.count()).isEqualTo(distinct.count());
    copy.merge(of(2, 1000));
    assertThat(distinct.count()).isCloseTo(1000, withinPercentage(BOUND_PERCENT));
    assertThat(distinct.clone().getLocalValue()).isEqualTo(distinct.getLocalValue());
  }
}
