package io.tidemark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class CurveTest {
  @Test
  void isStraightBetweenReadingsAndLevelOutside() {
    Curve curve = curve(1000, 0, 2000, 100, 4000, 100);

    assertThat(curve.at(500)).isZero();
    assertThat(curve.at(1250)).isEqualTo(25);
    assertThat(curve.at(3000)).isEqualTo(100);
    assertThat(curve.at(9000)).isEqualTo(100);
    assertThat(curve.growth(1500, 3000)).isEqualTo(50);
  }

  @Test
  void tellsWhenAValueWasReached() {
    Curve curve = curve(1000, 0, 2000, 100);

    assertThat(curve.whenReached(0)).isEqualTo(1000);
    assertThat(curve.whenReached(75)).isEqualTo(1750);
    assertThat(curve.whenReached(101)).isNaN();
  }

  @Test
  void sumsCountersThatBeganAtDifferentTimes() {
    Curve sum = Curve.sum(List.of(curve(0, 0, 1000, 100), curve(500, 10, 1000, 60)), 100);

    assertThat(sum.at(400)).isCloseTo(40, within(1e-9));
    assertThat(sum.at(500)).isCloseTo(50 + 10, within(1e-9));
    assertThat(sum.at(1000)).isCloseTo(160, within(1e-9));
  }

  private static Curve curve(double... readings) {
    var curve = new Curve();
    for (int i = 0; i < readings.length; i += 2) {
      curve.add(readings[i], readings[i + 1]);
    }
    return curve;
  }
}
