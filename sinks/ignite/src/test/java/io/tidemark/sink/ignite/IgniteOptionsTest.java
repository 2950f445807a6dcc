package io.tidemark.sink.ignite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sink.TargetConfig;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IgniteOptionsTest {
  private static final TargetConfig TARGET = TargetConfig.of("ignite");

  @Test
  void areOneUpsertOfNarrowRecordsIntoTablesThatNobodyMakesWhereNothingIsSaid() {
    assertThat(IgniteOptions.of(TARGET))
        .isEqualTo(
            new IgniteOptions(
                "tidemark_samples", false, 25, false, false, 1000, 1, 0, "/var/run/ignite3db.pid"));
  }

  /** It stands in statements, so nothing else may. */
  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a;drop", "a\"", "a'", "A", "1a", "a.b", "é", "a\n"})
  void refuseWhatIsNoPlainName(String table) {
    assertThat(IgniteOptions.problems(new TreeMap<>(Map.of("table", table)))).containsKey("table");
    assertThatThrownBy(() -> IgniteOptions.of(TARGET.withOption("table", table)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("target.table");
  }

  @ParameterizedTest
  @CsvSource({
    "partitions, 0, 65000, 65001",
    "page-size, 0, 1000000, 1000001",
    "parallel-operations, 0, 1000000, 1000001",
    "payload-bytes, 65537, 65536, 65537"
  })
  void haveBounds(String key, String tooFew, String most, String tooMany) {
    assertThat(IgniteOptions.problems(new TreeMap<>(Map.of(key, tooFew)))).containsOnlyKeys(key);
    assertThat(IgniteOptions.problems(new TreeMap<>(Map.of(key, most)))).isEmpty();
    assertThat(IgniteOptions.problems(new TreeMap<>(Map.of(key, tooMany)))).containsOnlyKeys(key);
  }

  @Test
  void becomeTheStatementsThatAUserWouldType() {
    IgniteOptions wide =
        IgniteOptions.of(
            TARGET
                .withOption("table", "samples")
                .withOption("partitions", "4")
                .withOption("payload-bytes", "1024"));
    assertThat(Tables.statements(wide))
        .containsExactly(
            "CREATE ZONE IF NOT EXISTS samples (PARTITIONS 4) STORAGE PROFILES ['default']",
            "CREATE TABLE IF NOT EXISTS samples_series (SERIES_ID BIGINT PRIMARY KEY, LABELS VARCHAR(65536) NOT NULL)",
            "CREATE TABLE IF NOT EXISTS samples (SERIES_ID BIGINT, TIME_MILLIS BIGINT, SAMPLE DOUBLE NOT NULL, PAYLOAD VARBINARY(1024), PRIMARY KEY (SERIES_ID, TIME_MILLIS)) ZONE samples");
    assertThat(Tables.statements(IgniteOptions.of(TARGET)).get(2)).doesNotContain("PAYLOAD");
  }
}
