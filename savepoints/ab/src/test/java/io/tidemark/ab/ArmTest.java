package io.tidemark.ab;

import static io.tidemark.ab.Arm.A;
import static io.tidemark.ab.Arm.B;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArmTest {
  @Test
  void runsAlternateSoThatASteadyRiseCancelsOut() {
    assertThat(Arm.order(4)).containsExactly(A, B, B, A, A, B, B, A);
    var order = Arm.order(4);
    int places = 0;
    for (int place = 0; place < order.size(); place++) {
      places += order.get(place) == A ? place : -place;
    }
    assertThat(places).as("sum of A's places less B's").isZero();
  }

  @Test
  void bothSidesRunEquallyOftenWhateverTheNumber() {
    for (int runs = 1; runs < 10; runs++) {
      assertThat(Arm.order(runs).stream().filter(A::equals)).hasSize(runs);
      assertThat(Arm.order(runs)).hasSize(2 * runs);
    }
  }
}
