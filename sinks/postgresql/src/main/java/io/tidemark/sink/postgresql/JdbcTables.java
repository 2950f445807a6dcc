package io.tidemark.sink.postgresql;

import io.tidemark.sink.sql.ConnectedTables;
import io.tidemark.sink.sql.SqlConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables for who deletes from them. A hypertable takes the same statements: their keys are
 * constants, so that TimescaleDB finds the segments that they mean.
 */
final class JdbcTables extends ConnectedTables {
  private final List<String> keys;

  JdbcTables(Connector connector) throws SQLException {
    super(
        new SqlConnection(connector.open(CONNECTS_WITHIN, PROGRAM)),
        connector.options().table(),
        connector.options().seriesTable(),
        List.of("SET lock_timeout = '60s'"));
    keys = connector.options().shape().keys;
  }

  @Override
  public String key() {
    return keys.get(0);
  }

  @Override
  public List<String> restOfKey() {
    var rest = new ArrayList<>(keys.subList(1, keys.size()));
    rest.add("time");
    return rest;
  }

  @Override
  public String label(String name) {
    return "(labels->>%s)".formatted(text(name));
  }

  @Override
  public String text(String text) {
    return "convert_from(decode('%s', 'hex'), 'UTF8')".formatted(hex(text));
  }

  /** A number, or a time as the server wrote it. */
  @Override
  public String keyValue(String read) {
    return "'" + read + "'";
  }
}
