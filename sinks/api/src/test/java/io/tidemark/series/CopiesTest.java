package io.tidemark.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CopiesTest {
  private static final Sample A = new Sample(Labels.of(Map.of("host", "a")), 1_000, 1);
  private static final Sample B = new Sample(Labels.of(Map.of("host", "b")), 2_000, 2);

  /** Each as instance and seconds. */
  @ParameterizedTest
  @CsvSource({
    "TIME, 'a 1, a~1 1, b 2, b~1 2, a 31, a~1 31, b 32, b~1 32'",
    "SERIES, 'a 1, a 31, a~1 1, a~1 31, b 2, b 32, b~1 2, b~1 32'",
    "GROUPED, 'a 1, a 31, a~1 1, a~1 31, b 2, b 32, b~1 2, b~1 32'"
  })
  void liesInTheOrderOfTheLayout(Layout layout, String order) {
    var copies =
        copies(layout, ValueMode.REPEAT, Map.of()).of(List.of(A, B), new Slice(0, 2, 0, 2));

    assertThat(copies)
        .extracting(copy -> copy.labels().toMap().get("host") + " " + copy.timestampMillis() / 1000)
        .containsExactly(order.split(", "));
  }

  @Test
  void takesNoMoreThanTheSlice() {
    var copies =
        copies(Layout.TIME, ValueMode.REPEAT, Map.of()).of(List.of(A), new Slice(1, 2, 1, 2));

    assertThat(copies).containsExactly(new Sample(Labels.of(Map.of("host", "a~1")), 31_000, 1));
  }

  @Test
  void addsTheSuffixToAnExtraLabelsValueAndToNoneAtAll() {
    Sample unnamed = new Sample(Labels.of(Map.of("dc", "x")), 0, 0);
    var slice = new Slice(1, 2, 0, 1);

    assertThat(copies(Layout.TIME, ValueMode.REPEAT, Map.of()).of(List.of(unnamed), slice))
        .extracting(copy -> copy.labels().toMap())
        .containsExactly(Map.of("dc", "x", "host", "~1"));
    assertThat(copies(Layout.TIME, ValueMode.REPEAT, Map.of("host", "ours")).of(List.of(A), slice))
        .extracting(copy -> copy.labels().toMap())
        .containsExactly(Map.of("host", "ours~1"));
  }

  /** Of the source's own labels, so that extra labels change no value. */
  @Test
  void jittersByTheSourceSample() {
    var copies = copies(Layout.TIME, ValueMode.JITTER, Map.of("run", "7"));

    assertThat(copies.of(List.of(A), new Slice(0, 1, 0, 1)).get(0).value()).isEqualTo(1);
    assertThat(copies.of(List.of(A), new Slice(1, 2, 1, 2)).get(0).value())
        .isEqualTo(Jitter.value(1, A.labels().hash(), 1_000, 1, 1))
        .isNotEqualTo(1);
  }

  private static Copies copies(Layout layout, ValueMode value, Map<String, String> extraLabels) {
    return new Copies(new Amplification(2, 2, 60_000, "host", value, layout), extraLabels);
  }
}
