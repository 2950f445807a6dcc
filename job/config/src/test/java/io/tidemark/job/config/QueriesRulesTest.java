package io.tidemark.job.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueriesRulesTest {
  @Test
  void nothingIsReadUnlessSomethingIsAsked() {
    assertThat(load().queries().isEmpty()).isTrue();
    assertThat(load("queries.top=3").queries().isEmpty()).isFalse();
    assertThat(load("queries.file=queries.txt").queries().isEmpty()).isFalse();
  }

  @Test
  void expressionsMayHoldCommasAndBrackets() {
    var queries =
        load("queries.expressions=['sum(rate(a[5m])) by (x, y)', 'b']", "queries.step=0s")
            .queries();

    assertThat(queries.expressions()).containsExactly("sum(rate(a[5m])) by (x, y)", "b");
    assertThat(queries.step()).isEqualTo(Duration.ZERO);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "queries.expresions=[up]|did you mean queries.expressions?",
        "queries.expressions=['']|must be expressions of at most 8000 characters",
        "queries.rate=10001|must be between 0 and 10000",
        "queries.rate=-1|must be between 0 and 10000",
        "queries.concurrency=0|must be between 1 and 256",
        "queries.concurrency=100000|must be between 1 and 256",
        "queries.concurrency=65|times queries.concurrency=65 must be at most 256MiB",
        "queries.answer-bytes=1GiB|must be between 1024 and 268435456",
        "queries.total-bytes=9000GiB|must be between 1024",
        "queries.timeout=1d|must be between 1ms and 10m",
        "queries.duration=365d|must be between 1ms and 30d",
        "queries.metrics-port=70000|must be between 0 and 65535",
        "queries.range=0s|must be between 1ms and 365d",
        "queries.top=1000|must be between 0 and 100",
        "queries.urls=[http://me:secret@db:8428]|without user:password@",
        "queries.urls=[http://db:8428/api/v1/write]|without a path that writes or deletes",
        "queries.urls=[http://db:8480/insert/0/prometheus]|without a path that writes or deletes",
        "queries.urls=[http://db:8481/delete/0/prometheus]|without a path that writes or deletes",
        "queries.urls=[http://db/api/v1/admin/tsdb/delete_series]|without a path that writes"
      })
  void saysWhatIsWrong(String setting, String expected) {
    assertThatThrownBy(() -> load(setting))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(expected)
        .hasMessageNotContaining("secret");
  }

  private static JobConfig load(String... set) {
    return ConfigLoader.load(Optional.empty(), new ArrayList<>(List.of(set))).config();
  }
}
