package io.tidemark.ab;

import static io.tidemark.ab.Arm.A;
import static io.tidemark.ab.Arm.B;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ArmTest {
  @Test
  void eachEightPairsAreBalancedSoThatASteadyRiseCancelsOut() {
    var orders = new HashSet<List<Arm>>();
    for (long seed = 0; seed < 2_000; seed++) {
      List<Arm> order = Arm.order(16, seed);
      for (int block = 0; block < order.size(); block += 16) {
        List<Arm> eight = order.subList(block, block + 16);
        assertThat(IntStream.range(0, 16).filter(i -> eight.get(i) == A).sum()).isEqualTo(60);
        orders.add(eight);
      }
    }
    assertThat(orders).as("8 over 4").hasSize(70);
  }

  @Test
  void everyTwoRunsAreAPair() {
    List<Arm> order = Arm.order(9, 5);
    for (int i = 0; i < order.size(); i += 2) {
      assertThat(order.subList(i, i + 2)).containsExactlyInAnyOrder(A, B);
    }
  }

  @Test
  void bothSidesRunEquallyOftenWhateverTheNumber() {
    for (int runs = 1; runs < 10; runs++) {
      assertThat(Arm.order(runs, 1).stream().filter(A::equals)).hasSize(runs);
      assertThat(Arm.order(runs, 1)).hasSize(2 * runs);
    }
  }

  @Test
  void aLongerOrderBeginsWithTheShorterOne() {
    assertThat(Arm.order(20, 7)).startsWith(Arm.order(7, 7).toArray(Arm[]::new));
  }
}
