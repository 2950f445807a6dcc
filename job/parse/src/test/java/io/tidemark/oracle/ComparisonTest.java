package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.format.Format;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final Input INPUT = Input.of(0, "m".getBytes(StandardCharsets.UTF_8));
  private static final Labels LABELS = Labels.of(Map.of("__name__", "m"));

  /** Of one series, a second apart. */
  private static Set<Sample> samples(double... values) {
    return IntStream.range(0, values.length)
        .mapToObj(i -> new Sample(LABELS, 1769817600000L + 1000 * i, values[i]))
        .collect(Collectors.toSet());
  }

  private static Comparison of(Set<Sample> stored, Set<Sample> ours) {
    return new Comparison(Format.GRAPHITE, INPUT, stored, ours, List.of());
  }

  @Test
  void aSmallValueIsRoundedBesideALargeOne() {
    Comparison rounded = of(samples(0, 1.8e19), samples(-1));

    assertThat(rounded.added()).isEmpty();
    assertThat(rounded.missing()).extracting(Sample::value).containsExactly(1.8e19);
  }

  @Test
  void otherValuesDifferByTheirLastBit() {
    double value = 1.8e19;
    for (double other : Arrays.asList(Math.nextUp(value), 0.0)) {
      assertThat(of(samples(value), samples(other)).isAlike()).as("%s", other).isFalse();
    }
    assertThat(of(samples(0, 5), samples(-1, 5)).isAlike()).isFalse();
  }
}
