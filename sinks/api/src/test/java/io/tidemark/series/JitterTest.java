package io.tidemark.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JitterTest {
  private static final long HASH = 0x0123456789ABCDEFL;
  private static final long TIME = 1_795_219_200_000L;
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  @ParameterizedTest
  @ValueSource(longs = {0x7ff0000000000002L, 0x8000000000000000L, 0x3ff0000000000000L})
  void leavesTheSourceSampleItselfAlone(long bits) {
    double value = Jitter.value(Double.longBitsToDouble(bits), HASH, TIME, 0, 0);

    assertThat(Double.doubleToRawLongBits(value)).isEqualTo(bits);
  }

  @ParameterizedTest
  @ValueSource(longs = {0x7ff0000000000002L, 0xfff8000000000123L, 0x7ff0000000000000L})
  void leavesWhatIsNotFiniteAlone(long bits) {
    double value = Jitter.value(Double.longBitsToDouble(bits), HASH, TIME, 2, 3);

    assertThat(Double.doubleToRawLongBits(value)).isEqualTo(bits);
  }

  @Test
  void followsItsFormula() {
    long inner = mix(HASH + TIME * GOLDEN_GAMMA);
    long bits = mix(inner + ((5L << 32) | 7));
    double unit = (bits >>> 11) / (double) (1L << 52) - 1;

    assertThat(Jitter.value(250.0, HASH, TIME, 5, 7)).isEqualTo(250.0 * (1 + 0.01 * unit));
  }

  @Test
  void staysWithinOnePercentOnBothSidesAndAveragesOut() {
    var seen = new HashSet<Double>();
    double sum = 0;
    for (int instance = 0; instance < 100; instance++) {
      for (int tick = 1; tick <= 100; tick++) {
        double value = Jitter.value(-1000.0, HASH, TIME, instance, tick);
        assertThat(value).isBetween(-1010.0, -990.0);
        sum += value;
        seen.add(value);
      }
    }
    // Uniform on ±10: the mean of 10,000 has a standard error of 0.058.
    assertThat(sum / 10_000).isCloseTo(-1000.0, within(0.35));
    assertThat(seen).hasSize(10_000);
  }

  @Test
  void dependsOnSeriesTimeInstanceAndTick() {
    double value = Jitter.value(1.0, HASH, TIME, 1, 2);

    assertThat(Jitter.value(1.0, HASH, TIME, 1, 2)).isEqualTo(value);
    assertThat(Jitter.value(1.0, HASH + 1, TIME, 1, 2)).isNotEqualTo(value);
    assertThat(Jitter.value(1.0, HASH, TIME + 1, 1, 2)).isNotEqualTo(value);
    assertThat(Jitter.value(1.0, HASH, TIME, 2, 1)).isNotEqualTo(value);
  }

  /** The JDK's generator is SplitMix64: its output is the finaliser of its state plus gamma. */
  private static long mix(long z) {
    return new SplittableRandom(z - GOLDEN_GAMMA).nextLong();
  }
}
