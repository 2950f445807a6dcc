package io.tidemark.sink.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.query.Query;
import io.tidemark.sink.query.QueryClient;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlQueriesTest {
  private final SqlQueries queries =
      new SqlQueries(
          timeout -> {
            throw new java.sql.SQLException("nobody listens");
          });

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1",
        "  select count(*) from samples where time > $from_ms",
        "WITH a AS (SELECT 1) SELECT * FROM a"
      })
  void aPlainSelectMayBeAsked(String sql) {
    assertThat(queries.problem(sql)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "DELETE FROM samples",
        "SELECT 1; DROP TABLE samples",
        "SELECT * INTO copy FROM samples",
        "select 1 into outfile '/tmp/x'",
        "SELECT * FROM samples FOR UPDATE",
        "SELECT * FROM samples for no key update",
        "SELECT * FROM samples LOCK IN SHARE MODE",
        "SET SESSION TRANSACTION READ WRITE",
        "CALL anything()",
        "EXPLAIN ANALYZE SELECT 1"
      })
  void anythingElseIsNot(String sql) {
    assertThat(queries.problem(sql)).isPresent();
    assertThat(ask(sql).failure()).contains("one plain SELECT");
  }

  @Test
  void whatCannotBeReachedIsAFailure() {
    assertThat(ask("SELECT 1")).isEqualTo(new QueryClient.Answer(0, "nobody listens"));
  }

  private QueryClient.Answer ask(String sql) {
    return queries
        .ask(new Query(sql, 0, 1, 0), new QueryClient.Bounds(Duration.ofSeconds(1), 10))
        .join();
  }
}
