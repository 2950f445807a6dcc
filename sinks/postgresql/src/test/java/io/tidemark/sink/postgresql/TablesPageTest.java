package io.tidemark.sink.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.SqlOnPage;
import io.tidemark.sink.TargetConfig;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class TablesPageTest {
  /** Whoever makes the tables from docs/postgresql.md has those that a job would make. */
  @Test
  void thePageHasTheStatementsThatMakeTheTables() throws IOException {
    PostgreSqlOptions options = PostgreSqlOptions.of(TargetConfig.of("postgresql"));

    assertThat(SqlOnPage.making("postgresql"))
        .isEqualTo(
            Tables.statements(options).stream()
                .map(statement -> statement.replace(" IF NOT EXISTS", ""))
                .toList());
  }
}
