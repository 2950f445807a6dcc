package io.tidemark.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.series.Labels;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeriesMemoryTest {
  private static Labels series(int i) {
    return Labels.of(Map.of("__name__", "m" + i, "job", "x".repeat(i % 300 + 1)));
  }

  @Test
  void givesASeriesOneNumberInWhateverOrderItComes() {
    var memory = new SeriesMemory(5_000);
    for (int i = 0; i < 5_000; i++) {
      assertThat(memory.came(series(i))).isEqualTo(i);
    }
    var random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      int any = random.nextInt(5_000);
      assertThat(memory.came(series(any))).isEqualTo(any);
      assertThat(memory.hash(any)).isEqualTo(series(any).hash());
      assertThat(memory.labels(any)).isEqualTo(series(any));
    }
  }

  @Test
  void knowsTheSeriesThatFollowedTheLastTime() {
    var memory = new SeriesMemory(10);
    memory.came(series(1));
    memory.came(series(2));
    memory.came(series(1));
    byte[] two = series(2).encoded();
    assertThat(memory.following(two, 0, two.length)).isEqualTo(1);
    byte[] other = series(3).encoded();
    assertThat(memory.following(other, 0, other.length)).isEqualTo(SeriesMemory.NONE);
    assertThat(memory.following(two, 0, two.length - 1))
        .as("cut short")
        .isEqualTo(SeriesMemory.NONE);
  }

  @Test
  void equalHashesOfOtherLabelsAreOtherSeries() {
    var memory = new SeriesMemory(10);
    Labels one = Labels.ofEncoded(series(1).encoded(), 42);
    Labels other = Labels.ofEncoded(series(2).encoded(), 42);
    assertThat(memory.came(one)).isEqualTo(0);
    assertThat(memory.came(other)).isEqualTo(1);
    assertThat(memory.came(one)).isEqualTo(0);
  }

  @Test
  void whatComesWhenItIsFullHasNoNumberUntilThatPays() {
    var memory = new SeriesMemory(2);
    memory.came(series(1));
    memory.came(series(2));
    assertThat(memory.isToBeTold(0)).isTrue();
    assertThat(memory.isToBeTold(0)).isFalse();
    for (int i = 0; i < 2 * 16; i++) {
      memory.begin();
      assertThat(memory.came(series(3))).isEqualTo(SeriesMemory.NONE);
      assertThat(memory.came(series(1))).isEqualTo(0);
    }
    memory.begin();
    assertThat(memory.came(series(3))).isEqualTo(0);
    assertThat(memory.isToBeTold(0)).as("its number is of another series now").isTrue();
    assertThat(memory.came(series(1))).isEqualTo(1);
    assertThat(memory.labels(0)).isEqualTo(series(3));
  }

  @Test
  void labelsOfSomeKilobytesHaveNoNumber() {
    var memory = new SeriesMemory(10);
    Labels longest = Labels.of(Map.of("a", "x".repeat(5_000)));
    assertThat(memory.came(longest)).isEqualTo(SeriesMemory.NONE);
  }
}
