package io.tidemark.job.resend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.series.Labels;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesTextTest {
  @Test
  void readsWhatLabelsWrite() {
    var labels =
        Labels.of(
            Map.of("__name__", "cpu", "a", "q\"uote\\ {x},y=\"z\"", "b", "li\nne", "ö", "é€😀"));
    assertThat(SeriesText.parse(labels.toString())).contains(labels);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{}",
        "{a}",
        "{a=1}",
        "{a=\"1",
        "{a=\"1\"",
        "{a=\"1\"}x",
        "up",
        "{a=\"\"}"
      })
  void takesNothingElse(String text) {
    assertThat(SeriesText.parse(text)).isEmpty();
  }

  /** A name may hold what stands between a name and its value. */
  @Test
  void doesNotGuessAtWhatCanBeReadInTwoWays() {
    var labels = Labels.of(Map.of("a=\"b", "1"));
    assertThat(SeriesText.parse(labels.toString())).isNotEqualTo(Optional.of(labels));
  }
}
