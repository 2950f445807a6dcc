package io.tidemark.job.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.OffsetsText.Partition;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OffsetsTextTest {
  private static final Map<Partition, Long> OFFSETS =
      Map.of(new Partition("a.b-c_d", 0), 12L, new Partition("a.b-c_d", 10), 0L);

  @Test
  void readsWhatItWrites() {
    assertThat(OffsetsText.format(OFFSETS)).isEqualTo("a.b-c_d:0=12,a.b-c_d:10=0");
    assertThat(OffsetsText.parse(OffsetsText.format(OFFSETS))).isEqualTo(OFFSETS);
    assertThat(OffsetsText.holds(OffsetsText.format(OFFSETS))).isFalse();
    assertThat(OffsetsText.parse(OffsetsText.formatHold(OFFSETS))).isEqualTo(OFFSETS);
    assertThat(OffsetsText.holds(OffsetsText.formatHold(OFFSETS))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "none", "latest", "2026-01-31T00:00:00Z", "t:0", "t:0=-1", "t=1", "t:0=1,"})
  void isNothingElse(String text) {
    assertThat(OffsetsText.isOffsets(text)).isFalse();
  }

  @Test
  void refusesAPartitionThatIsNamedTwice() {
    assertThatThrownBy(() -> OffsetsText.parse("t:0=1,t:0=2")).hasMessage("t:0 is named twice");
  }
}
