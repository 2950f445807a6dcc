package io.tidemark.sink.ignite;

import java.util.List;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.sql.ResultSet;
import org.apache.ignite.sql.SqlRow;
import org.apache.ignite.table.Table;

/**
 * The tables, and the statements that make them. Names and sizes in those are checked ones of the
 * options.
 */
record Tables(Table samples, Table series) {
  static final String SERIES_ID = "SERIES_ID";
  static final String LABELS = "LABELS";
  static final String TIME = "TIME_MILLIS";
  static final String VALUE = "SAMPLE";
  static final String PAYLOAD = "PAYLOAD";

  /** A bound of Ignite's own, in characters. */
  private static final int MAX_LABELS = 65_536;

  /**
   * @throws IllegalArgumentException if one is missing
   */
  static Tables open(IgniteClient client, IgniteOptions options) {
    if (options.createTables()) {
      statements(options).forEach(sql -> execute(client, sql));
    }
    return new Tables(table(client, options.table()), table(client, options.seriesTable()));
  }

  static void execute(IgniteClient client, String sql) {
    ResultSet<SqlRow> result = client.sql().execute(null, sql);
    result.close();
  }

  private static Table table(IgniteClient client, String name) {
    Table table = client.tables().table(name);
    if (table == null) {
      throw new IllegalArgumentException(
          "no table %s; make it, or set target.create-tables=true".formatted(name));
    }
    return table;
  }

  /**
   * What a user would type to have the tables as {@code options} say. Samples have a zone for
   * themselves: how many partitions a table has is a zone's.
   */
  static List<String> statements(IgniteOptions options) {
    String payload =
        options.payloadBytes() == 0
            ? ""
            : ", %s VARBINARY(%d)".formatted(PAYLOAD, options.payloadBytes());
    return List.of(
        "CREATE ZONE IF NOT EXISTS %s (PARTITIONS %d) STORAGE PROFILES ['default']"
            .formatted(options.table(), options.partitions()),
        "CREATE TABLE IF NOT EXISTS %s (%s BIGINT PRIMARY KEY, %s VARCHAR(%d) NOT NULL)"
            .formatted(options.seriesTable(), SERIES_ID, LABELS, MAX_LABELS),
        "CREATE TABLE IF NOT EXISTS %s (%s BIGINT, %s BIGINT, %s DOUBLE NOT NULL%s, PRIMARY KEY (%s, %s)) ZONE %s"
            .formatted(
                options.table(),
                SERIES_ID,
                TIME,
                VALUE,
                payload,
                SERIES_ID,
                TIME,
                options.table()));
  }
}
