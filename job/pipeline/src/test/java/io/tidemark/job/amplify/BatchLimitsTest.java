package io.tidemark.job.amplify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.series.Amplification;
import io.tidemark.series.Layout;
import io.tidemark.series.Slice;
import io.tidemark.series.ValueMode;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class BatchLimitsTest {
  private static Amplification amplification(int m, int n) {
    return new Amplification(m, n, 60_000, "instance", ValueMode.REPEAT, Layout.TIME);
  }

  @Test
  void fitsTheSmallerOfSamplesAndBytes() {
    var limits = new BatchLimits(100, 1000);
    assertThat(limits.fitting(10)).isEqualTo(100);
    assertThat(limits.fitting(20)).isEqualTo(50);
    assertThat(limits.fitting(5000)).isEqualTo(1);
  }

  @Test
  void copiesFitIfTheyAreNotMoreThanFitting() {
    var limits = new BatchLimits(20, 1000);
    for (int copies = 1; copies <= 30; copies++) {
      for (int sampleBytes = 1; sampleBytes <= 1100; sampleBytes++) {
        assertThat(limits.fit(copies, sampleBytes))
            .as("%d copies of %d bytes", copies, sampleBytes)
            .isEqualTo(copies <= limits.fitting(sampleBytes));
      }
    }
  }

  @Test
  void cutsByInstanceFirst() {
    assertThat(BatchLimits.cut(amplification(6, 5), 12))
        .containsExactly(new Slice(0, 2, 0, 6), new Slice(2, 4, 0, 6), new Slice(4, 5, 0, 6));
    assertThat(BatchLimits.cut(amplification(6, 1), 4))
        .containsExactly(new Slice(0, 1, 0, 4), new Slice(0, 1, 4, 6));
  }

  @Test
  void coversEveryCopyOnceWithinTheLimit() {
    for (int m = 1; m <= 12; m++) {
      for (int n = 1; n <= 12; n++) {
        for (int most = 1; most <= 40; most++) {
          var seen = new BitSet();
          for (Slice slice : BatchLimits.cut(amplification(m, n), most)) {
            assertThat(slice.copies()).isLessThanOrEqualTo(most);
            for (int i = slice.instanceFrom(); i < slice.instanceTo(); i++) {
              for (int tick = slice.tickFrom(); tick < slice.tickTo(); tick++) {
                assertThat(seen.get(i * m + tick)).isFalse();
                seen.set(i * m + tick);
              }
            }
          }
          assertThat(seen.cardinality()).isEqualTo(m * n);
        }
      }
    }
  }
}
