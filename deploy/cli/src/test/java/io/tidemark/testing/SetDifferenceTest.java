package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SetDifferenceTest {
  @Test
  void countsWhatIsMissingAndExtraAndShowsTheFirstTenByTime() {
    Set<StoredSample> stored = points(500, 1000);
    stored.add(new StoredSample("b", 7, 2));

    var difference = SetDifference.between(points(0, 1000), stored);

    assertThat(difference.isNone()).isFalse();
    assertThat(difference.toString())
        .startsWith("of 1000 points\n500 missing, of 1 series\n  a 0 1.0\n  a 1 1.0\n")
        .endsWith("  a 9 1.0\n1 extra, of 1 series\n  b 7 2.0");
  }

  @Test
  void isNoneOfEqualSets() {
    assertThat(SetDifference.between(points(0, 3), points(0, 3)).isNone()).isTrue();
  }

  @Test
  void anotherValueAtTheSamePlaceIsBothMissingAndExtra() {
    var difference =
        SetDifference.between(
            Set.of(new StoredSample("a", 1, 1)), Set.of(new StoredSample("a", 1, 2)));

    assertThat(difference.missing()).hasSize(1);
    assertThat(difference.extra()).hasSize(1);
  }

  private static Set<StoredSample> points(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> new StoredSample("a", i, 1))
        .collect(Collectors.toSet());
  }
}
