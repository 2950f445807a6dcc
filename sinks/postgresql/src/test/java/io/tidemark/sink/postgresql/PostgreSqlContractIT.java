package io.tidemark.sink.postgresql;

import io.tidemark.sink.OwnedDatabase.Settings;
import java.util.Map;
import java.util.Optional;

/** PostgreSQL alone, a table with one column for the series. */
class PostgreSqlContractIT extends PostgreSqlContract {
  @Override
  OwnedPostgreSql server() {
    return OwnedPostgreSql.start(Settings.DEFAULT, Optional.empty(), Map.of());
  }

  @Override
  Map<String, String> options() {
    return Map.of();
  }
}
