package io.tidemark.sink.ignite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.SqlOnPage;
import io.tidemark.sink.TargetConfig;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class TablesPageTest {
  /** Whoever makes the tables from docs/ignite.md has those that a job would make. */
  @Test
  void thePageHasTheStatementsThatMakeTheTables() throws IOException {
    IgniteOptions options =
        IgniteOptions.of(TargetConfig.of("ignite").withOption("table", "samples"));

    assertThat(SqlOnPage.making("ignite"))
        .isEqualTo(
            Tables.statements(options).stream()
                .map(statement -> statement.replace(" IF NOT EXISTS", ""))
                .toList());
  }
}
