package io.tidemark.sink.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.SqlOnPage;
import io.tidemark.sink.TargetConfig;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class TablesPageTest {
  /** Whoever makes the tables from docs/mysql.md has those that a job would make. */
  @Test
  void thePageHasTheStatementsThatMakeTheTables() throws IOException {
    MySqlOptions options = MySqlOptions.of(TargetConfig.of("mysql"));

    assertThat(SqlOnPage.making("mysql"))
        .isEqualTo(
            Tables.statements(options).stream()
                .map(statement -> statement.replace(" IF NOT EXISTS", ""))
                .toList());
  }
}
