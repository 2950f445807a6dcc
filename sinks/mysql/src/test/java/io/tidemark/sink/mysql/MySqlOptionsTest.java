package io.tidemark.sink.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sink.TargetConfig;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MySqlOptionsTest {
  private static final TargetConfig TARGET = TargetConfig.of("mysql");

  @Test
  void areANarrowTableWithAKeyThatNobodyMakesWhereNothingIsSaid() {
    assertThat(MySqlOptions.of(TARGET))
        .isEqualTo(new MySqlOptions("tidemark_samples", false, true, "", 0));
  }

  /** It stands in statements, so nothing else may. */
  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a;drop", "a`", "a'", "A", "1a", "a.b", "é", "a\n"})
  void refuseWhatIsNoPlainName(String table) {
    assertThat(MySqlOptions.problems(new TreeMap<>(Map.of("table", table)))).containsKey("table");
    assertThatThrownBy(() -> MySqlOptions.of(TARGET.withOption("table", table)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("target.table");
  }

  @Test
  void refuseAPayloadThatFitsNoStatement() {
    assertThat(MySqlOptions.problems(new TreeMap<>(Map.of("payload-bytes", "1048576")))).isEmpty();
    assertThat(MySqlOptions.problems(new TreeMap<>(Map.of("payload-bytes", "1048577"))))
        .containsKey("payload-bytes");
  }

  @Test
  void becomeTheStatementsThatAUserWouldType() {
    MySqlOptions options =
        MySqlOptions.of(
            TARGET
                .withOption("table", "samples")
                .withOption("engine", "rocksdb")
                .withOption("payload-bytes", "9000"));
    assertThat(Tables.statements(options))
        .containsExactly(
            "CREATE TABLE IF NOT EXISTS samples_series (series_id bigint NOT NULL, labels mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL, PRIMARY KEY (series_id)) ENGINE=rocksdb",
            "CREATE TABLE IF NOT EXISTS samples (series_id bigint NOT NULL, time bigint NOT NULL, value double NOT NULL, payload mediumblob, PRIMARY KEY (series_id, time)) ENGINE=rocksdb");
    assertThat(Tables.insertRows(options, 2))
        .isEqualTo(
            "INSERT INTO samples (series_id, time, value, payload) VALUES (?, ?, ?, ?), (?, ?, ?, ?) ON DUPLICATE KEY UPDATE value = VALUES(value), payload = VALUES(payload)");
    MySqlOptions plain = MySqlOptions.of(TARGET.withOption("primary-key", "false"));
    assertThat(Tables.statements(plain).get(1)).doesNotContain("PRIMARY KEY", "ENGINE", "payload");
    assertThat(Tables.insertRows(plain, 1))
        .isEqualTo("INSERT INTO tidemark_samples (series_id, time, value) VALUES (?, ?, ?)");
  }
}
