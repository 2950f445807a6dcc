package io.tidemark.sink.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.query.Query;
import io.tidemark.sink.query.QueryClient;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** That queries read, and can do nothing else. */
class QueriesIT {
  private static final QueryClient.Bounds BOUNDS =
      new QueryClient.Bounds(Duration.ofSeconds(20), 10_000);

  @Test
  void readsWithinItsBoundsAndWritesNothing() throws Exception {
    try (var server =
            Patience.started(
                "PostgreSQL",
                () -> OwnedPostgreSql.start(Settings.DEFAULT, Optional.empty(), Map.of()));
        QueryClient client =
            new PostgreSql()
                .queries(server.target(TargetConfig.of("postgresql", server.url())))
                .orElseThrow()) {
      try (Connection connection = server.connect();
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE read (x int)");
        statement.execute("INSERT INTO read VALUES (1), (2)");
      }

      assertThat(ask(client, "SELECT x FROM read WHERE x <= $to_ms"))
          .isEqualTo(new QueryClient.Answer(2, ""));
      assertThat(ask(client, "SELECT no_such_column FROM read").failure())
          .contains("no_such_column");
      // The connection of the one that failed is of use again.
      assertThat(ask(client, "SELECT x FROM read").failed()).isFalse();
      assertThat(ask(client, "SELECT REPEAT('x', 20000)").failure())
          .contains("queries.answer-bytes");
      assertThat(ask(client, "DELETE FROM read").failure()).contains("one plain SELECT");
      assertThat(
              ask(client, "WITH gone AS (DELETE FROM read RETURNING x) SELECT x FROM gone")
                  .failure())
          .containsIgnoringCase("read-only transaction");
      assertThat(ask(client, "SELECT x FROM read")).isEqualTo(new QueryClient.Answer(2, ""));
    }
  }

  private static QueryClient.Answer ask(QueryClient client, String sql) {
    return client.ask(new Query(sql, 0, 1_000, 0), BOUNDS).join();
  }
}
