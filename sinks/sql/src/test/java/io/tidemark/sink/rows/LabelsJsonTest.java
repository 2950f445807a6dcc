package io.tidemark.sink.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.series.Labels;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LabelsJsonTest {
  @Test
  void writesLabelsAsJson() {
    byte[] json = LabelsJson.of(Labels.of(Map.of("a\"b", "c\\d\né漢", "x", "\0")));
    assertThat(new String(json, java.nio.charset.StandardCharsets.UTF_8))
        .isEqualTo("{\"a\\\"b\":\"c\\\\d\\u000aé漢\",\"x\":\"\\u0000\"}");
  }
}
