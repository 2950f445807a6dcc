package io.tidemark.series;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InterpolationTest {
  private static final Amplification FOUR =
      new Amplification(4, 1, 60_000, "instance", ValueMode.INTERPOLATE, Layout.TIME);
  private static final double STALE = Double.longBitsToDouble(0x7ff0000000000002L);

  @Test
  void goesEvenlyFromOneSampleToTheNext() {
    double end = Interpolation.endValue(10, 18, 60_000, 60_000);

    assertThat(end).isEqualTo(18);
    assertThat(values(10, end)).containsExactly(10, 12, 14, 16);
  }

  @Test
  void goesOnlyAsFarAsOneIntervalWhereTheNextSampleLiesFurtherAway() {
    double end = Interpolation.endValue(10, 34, 180_000, 60_000);

    assertThat(end).isEqualTo(18);
  }

  @Test
  void doesNotPassTheNextSampleWhereThatComesSooner() {
    assertThat(Interpolation.endValue(10, 18, 30_000, 60_000)).isEqualTo(18);
  }

  @Test
  void leavesAsItIsWhatNoLineCanBeDrawnFromOrTo() {
    for (double odd : new double[] {STALE, Double.POSITIVE_INFINITY, Double.NaN}) {
      assertThat(Interpolation.endValue(10, odd, 60_000, 60_000)).isEqualTo(10);
      double end = Interpolation.endValue(odd, 10, 60_000, 60_000);
      for (double value : values(odd, end)) {
        assertThat(Double.doubleToRawLongBits(value)).isEqualTo(Double.doubleToRawLongBits(odd));
      }
    }
    // Their difference is more than a double holds.
    assertThat(Interpolation.endValue(-Double.MAX_VALUE, Double.MAX_VALUE, 1, 1))
        .isEqualTo(-Double.MAX_VALUE);
  }

  /** The change times an interval, or an offset, is more than a double holds. */
  @Test
  void goesEvenlyWhateverTheSizeOfTheValues() {
    double end = Interpolation.endValue(0, 0x1p1023, 120_000, 60_000);

    assertThat(end).isEqualTo(0x1p1022);
    assertThat(values(0, -0x1p1023)).containsExactly(0, -0x1p1021, -0x1p1022, -0x1.8p1022);
  }

  @Test
  void keepsTheBitsOfAValueThatStays() {
    for (double value : values(-0.0, -0.0)) {
      assertThat(Double.doubleToRawLongBits(value)).isEqualTo(Double.doubleToRawLongBits(-0.0));
    }
  }

  private static double[] values(double value, double endValue) {
    double[] values = new double[FOUR.m()];
    for (int tick = 0; tick < values.length; tick++) {
      values[tick] = Interpolation.value(value, endValue, FOUR, tick);
    }
    return values;
  }
}
