package io.tidemark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.YamlParserUtils;
import org.junit.jupiter.api.Test;

/** Flink and the Kubernetes client share an engine for YAML, of the version that the latter has. */
class FlinkYamlTest {
  @Test
  void flinkReadsWhatItWrites() {
    Map<String, List<String>> value = Map.of("dirs", List.of("/a: b", "c"));

    String text = YamlParserUtils.toYAMLString(value);

    assertThat(YamlParserUtils.convertToObject(text, Object.class)).isEqualTo(value);
  }
}
