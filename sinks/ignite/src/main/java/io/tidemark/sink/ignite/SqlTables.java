package io.tidemark.sink.ignite;

import io.tidemark.sink.sql.RowTables;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.lang.IgniteException;
import org.apache.ignite.sql.ResultSet;
import org.apache.ignite.sql.SqlRow;

/** The tables for who deletes from them, by Ignite's SQL. */
final class SqlTables implements RowTables {
  private static final int ROWS_OF_A_STATEMENT = 10_000;

  /** A table without an index by the series is read through for each statement. */
  private static final Duration ANSWERS_WITHIN = Duration.ofMinutes(2);

  private final IgniteClient client;
  private final IgniteOptions options;

  private SqlTables(IgniteClient client, IgniteOptions options) {
    this.client = client;
    this.options = options;
  }

  static SqlTables open(Connector connector, IgniteOptions options) throws SQLException {
    try {
      return new SqlTables(connector.open(ANSWERS_WITHIN, Runnable::run), options);
    } catch (IgniteException e) {
      throw new SQLException(Failures.cause(e).getMessage(), e);
    }
  }

  @Override
  public String rows() {
    return options.table();
  }

  @Override
  public String series() {
    return options.seriesTable();
  }

  @Override
  public String key() {
    return Tables.SERIES_ID;
  }

  @Override
  public List<String> restOfKey() {
    return List.of(Tables.TIME);
  }

  @Override
  public int rowsOfAStatement() {
    return ROWS_OF_A_STATEMENT;
  }

  /**
   * Ignite's SQL reads no JSON. Within a string of an object a quote has a backslash before it, so
   * that what is sought is a label's name and nothing else. The value is as it is written there, up
   * to its first quote.
   */
  @Override
  public String label(String name) {
    String before = ",\"%s\":\"".formatted(name);
    String object = "(',' || SUBSTRING(%s FROM 2))".formatted(Tables.LABELS);
    String at = "POSITION(%s IN %s)".formatted(text(before), object);
    String behind = "SUBSTRING(%s FROM %s + %d)".formatted(object, at, before.length());
    return "(CASE WHEN %s > 0 THEN SUBSTRING(%s FROM 1 FOR POSITION('\"' IN %s) - 1) END)"
        .formatted(at, behind, behind);
  }

  @Override
  public String text(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** A number. */
  @Override
  public String keyValue(String read) {
    return read;
  }

  @Override
  public List<List<String>> query(String sql) throws SQLException {
    try (ResultSet<SqlRow> read = client.sql().execute(null, sql)) {
      var rows = new ArrayList<List<String>>();
      while (read.hasNext()) {
        SqlRow each = read.next();
        var row = new ArrayList<String>(each.columnCount());
        for (int i = 0; i < each.columnCount(); i++) {
          row.add(Objects.toString(each.value(i), null));
        }
        rows.add(row);
      }
      return rows;
    } catch (IgniteException e) {
      throw new SQLException(Failures.cause(e).getMessage(), e);
    }
  }

  @Override
  public void execute(String sql) throws SQLException {
    try {
      Tables.execute(client, sql);
    } catch (IgniteException e) {
      throw new SQLException(Failures.cause(e).getMessage(), e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
