package io.tidemark.sink.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sink.TargetConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgreSqlOptionsTest {
  private static final TargetConfig TARGET = TargetConfig.of("postgresql");

  @Test
  void areANarrowTableWithAKeyThatNobodyMakesWhereNothingIsSaid() {
    assertThat(PostgreSqlOptions.of(TARGET))
        .isEqualTo(
            new PostgreSqlOptions(
                RowShape.NARROW,
                "tidemark_samples",
                false,
                true,
                false,
                Duration.ofDays(1),
                List.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"samples", "metrics.samples", "_a1"})
  void takeTheNameOfATable(String table) {
    assertThat(PostgreSqlOptions.of(TARGET.withOption("table", table)).seriesTable())
        .isEqualTo(table + "_series");
  }

  /** It stands in statements, so nothing else may. */
  @ParameterizedTest
  @ValueSource(
      strings = {"", "a b", "a;drop", "a\"", "a'", "A", "1a", "a.b.c", ".a", "a.", "é", "a\n"})
  void refuseWhatIsNoPlainName(String table) {
    assertThat(PostgreSqlOptions.problems(new TreeMap<>(Map.of("table", table))))
        .containsKey("table");
    assertThatThrownBy(() -> PostgreSqlOptions.of(TARGET.withOption("table", table)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("target.table");
  }

  @Test
  void segmentOnlyAHypertableByColumnsThatItHas() {
    var options = new TreeMap<>(Map.of("segment-by", "series_id"));
    assertThat(PostgreSqlOptions.problems(options)).containsKey("segment-by");
    options.put("hypertable", "true");
    assertThat(PostgreSqlOptions.problems(options)).isEmpty();
    options.put("shape", "case");
    assertThat(PostgreSqlOptions.problems(options).get("segment-by")).contains("partition, name");
  }

  @Test
  void becomeTheStatementsThatAUserWouldType() {
    TargetConfig target =
        TARGET
            .withOption("table", "metrics.samples")
            .withOption("shape", "case")
            .withOption("hypertable", "true")
            .withOption("chunk-interval", "PT6H")
            .withOption("segment-by", "partition,name");

    assertThat(Tables.statements(PostgreSqlOptions.of(target)))
        .containsExactly(
            "CREATE SCHEMA IF NOT EXISTS metrics",
            "CREATE TABLE IF NOT EXISTS metrics.samples_series (partition bigint NOT NULL, name bigint NOT NULL, labels jsonb NOT NULL, PRIMARY KEY (partition, name))",
            "CREATE TABLE metrics.samples (partition bigint NOT NULL, name bigint NOT NULL, time timestamptz NOT NULL, value double precision, PRIMARY KEY (partition, name, time))",
            "CREATE EXTENSION IF NOT EXISTS timescaledb",
            "SELECT create_hypertable('metrics.samples', 'time', create_default_indexes => false, chunk_time_interval => interval '21600 seconds')",
            "ALTER TABLE metrics.samples SET (timescaledb.compress, timescaledb.compress_segmentby = 'partition, name')");
    assertThat(
            Tables.statements(PostgreSqlOptions.of(TARGET.withOption("primary-key", "false")))
                .get(1))
        .doesNotContain("PRIMARY KEY");
  }
}
