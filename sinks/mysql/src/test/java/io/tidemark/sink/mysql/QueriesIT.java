package io.tidemark.sink.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.query.Query;
import io.tidemark.sink.query.QueryClient;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** That queries read, and can do nothing else. */
class QueriesIT {
  private static final QueryClient.Bounds BOUNDS =
      new QueryClient.Bounds(Duration.ofSeconds(20), 10_000);

  @Test
  void readsWithinItsBoundsAndWritesNothing() throws Exception {
    try (var server = Patience.started("MariaDB", () -> OwnedMariaDb.start(Settings.DEFAULT));
        QueryClient client =
            new MySql()
                .queries(server.target(TargetConfig.of("mysql", server.url())))
                .orElseThrow()) {
      server.execute(
          "CREATE TABLE `read` (x int)",
          "INSERT INTO `read` VALUES (1), (2)",
          "CREATE SEQUENCE counter");

      assertThat(ask(client, "SELECT x FROM `read` WHERE x <= $to_ms"))
          .isEqualTo(new QueryClient.Answer(2, ""));
      assertThat(ask(client, "SELECT no_such_column FROM `read`").failure())
          .contains("no_such_column");
      // The connection of the one that failed is of use again.
      assertThat(ask(client, "SELECT x FROM `read`").failed()).isFalse();
      assertThat(ask(client, "SELECT REPEAT('x', 20000)").failure())
          .contains("queries.answer-bytes");
      assertThat(ask(client, "DELETE FROM `read`").failure()).contains("one plain SELECT");
      assertThat(ask(client, "SELECT NEXTVAL(counter)").failure())
          .containsIgnoringCase("read only");
      assertThat(ask(client, "SELECT x FROM `read`")).isEqualTo(new QueryClient.Answer(2, ""));
    }
  }

  private static QueryClient.Answer ask(QueryClient client, String sql) {
    return client.ask(new Query(sql, 0, 1_000, 0), BOUNDS).join();
  }
}
