package io.tidemark.sink.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.remotewrite.Compression;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VictoriaMetricsOptionsTest {
  private static final TargetConfig TARGET = TargetConfig.of("victoriametrics");

  @Test
  void areASingleNodeAndSnappyWhereNothingIsSaid() {
    assertThat(VictoriaMetricsOptions.of(TARGET))
        .isEqualTo(new VictoriaMetricsOptions("", Compression.SNAPPY));
    assertThat(VictoriaMetricsOptions.of(TARGET.withOption("compression", "zstd")).compression())
        .isEqualTo(Compression.ZSTD);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "7:3", "4294967295:4294967295"})
  void takeATenant(String tenant) {
    assertThat(VictoriaMetricsOptions.problems(new TreeMap<>(Map.of("tenant", tenant)))).isEmpty();
    assertThat(VictoriaMetricsOptions.of(TARGET.withOption("tenant", tenant)).tenant())
        .isEqualTo(tenant);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"abc", "1:", ":1", "1:2:3", "-1", "4294967296", "1:4294967296", "1/../2", " 1"})
  void refuseWhatIsNoTenant(String tenant) {
    assertThat(VictoriaMetricsOptions.problems(new TreeMap<>(Map.of("tenant", tenant))))
        .containsKey("tenant");
    assertThatThrownBy(() -> VictoriaMetricsOptions.of(TARGET.withOption("tenant", tenant)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("target.tenant=")
        .hasMessageContaining("accountID:projectID");
  }
}
