package io.tidemark.extent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EdgeTest {
  private final Edge<String> edge = new Edge<>();
  private final List<Long> tried = new ArrayList<>();

  private void find(long carried, long first, long most) {
    edge.find(
        first,
        most,
        amount -> 2 * amount,
        (amount, remark) -> {
          tried.add(amount);
          String measured = amount + remark;
          if (amount <= carried) {
            edge.carries(amount, measured);
          } else {
            edge.isTooMuch(amount, measured);
          }
          return true;
        });
  }

  @ParameterizedTest
  @CsvSource({
    // Doubled to 16, then bisected: 12, 10, 11, and the most once more.
    "10, 1, 1000, 10, 11",
    // Halved to 25, then doubled and bisected.
    "40, 100, 1000, 39, 40",
    // The most that may be tried.
    "5000, 1, 1000, 1000, 0",
  })
  void comesWithinASixteenthOfTheMostThatIsCarried(
      long carried, long first, long most, long atLeast, long tooMuch) {
    find(carried, first, most);

    assertThat(edge.most()).isBetween(Math.min(atLeast, 15 * carried / 16), carried);
    if (tooMuch == 0) {
      assertThat(edge.tooMuch()).isNull();
      assertThat(edge.most()).isEqualTo(most);
    } else {
      assertThat(edge.tooMuch()).isGreaterThan(carried);
      assertThat(edge.best()).isEqualTo(edge.most() + ", once more");
    }
  }

  @Test
  void givesUpAfterFourHalvings() {
    find(1, 1_000, 10_000);

    assertThat(tried).containsExactly(1_000L, 500L, 250L, 125L, 62L);
    assertThat(edge.most()).isNull();
    assertThat(edge.tooMuch()).isEqualTo(62);
  }

  @Test
  void whatIsTooMuchOnceMoreWasCarriedByChance() {
    edge.carries(8, "a");
    edge.carries(10, "b");
    edge.isTooMuch(10, "c");

    assertThat(edge.most()).isEqualTo(8);
    assertThat(edge.isCarried(10)).isFalse();
    assertThat(edge.measuredTooMuch()).containsValue("c");
  }

  @Test
  void endsWhereThereIsNoTime() {
    edge.find(1, 100, amount -> 2 * amount, (amount, remark) -> false);

    assertThat(edge.most()).isNull();
  }
}
