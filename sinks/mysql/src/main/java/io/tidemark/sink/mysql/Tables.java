package io.tidemark.sink.mysql;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** The statements that make the tables. Names and sizes in them are checked ones of the options. */
final class Tables {
  private Tables() {}

  /** Does nothing to tables that are there; of sessions that do so at once, one makes them. */
  static void create(Connection connection, MySqlOptions options) throws SQLException {
    for (String sql : statements(options)) {
      connection.execute(sql);
    }
  }

  /**
   * What a user would type to have the tables as {@code options} say. Labels are text, byte by byte
   * as they came: JSON functions read it, and a JSON column would be stored otherwise than written.
   */
  static List<String> statements(MySqlOptions options) {
    String engine = options.engine().isEmpty() ? "" : " ENGINE=" + options.engine();
    String payload = options.payloadBytes() == 0 ? "" : ", payload mediumblob";
    String key = options.primaryKey() ? ", PRIMARY KEY (series_id, time)" : "";
    return List.of(
        "CREATE TABLE IF NOT EXISTS %s (series_id bigint NOT NULL, labels mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL, PRIMARY KEY (series_id))%s"
            .formatted(options.seriesTable(), engine),
        "CREATE TABLE IF NOT EXISTS %s (series_id bigint NOT NULL, time bigint NOT NULL, value double NOT NULL%s%s)%s"
            .formatted(options.table(), payload, key, engine));
  }

  /** One statement for so many rows. */
  static String insertRows(MySqlOptions options, int rows) {
    List<String> columns = options.columns();
    String upsert =
        options.primaryKey()
            ? columns.stream()
                .skip(2)
                .map(column -> "%s = VALUES(%s)".formatted(column, column))
                .collect(Collectors.joining(", ", " ON DUPLICATE KEY UPDATE ", ""))
            : "";
    return insert(options.table(), columns, rows) + upsert;
  }

  static String insertSeries(MySqlOptions options, int rows) {
    return insert(options.seriesTable(), List.of("series_id", "labels"), rows)
        + " ON DUPLICATE KEY UPDATE series_id = series_id";
  }

  private static String insert(String table, List<String> columns, int rows) {
    String row = "(" + "?, ".repeat(columns.size() - 1) + "?)";
    return "INSERT INTO %s (%s) VALUES %s%s"
        .formatted(table, String.join(", ", columns), (row + ", ").repeat(rows - 1), row);
  }

  static String labelsOf(MySqlOptions options, List<Long> ids) {
    return "SELECT series_id, labels FROM %s WHERE series_id IN (%s)"
        .formatted(
            options.seriesTable(),
            ids.stream().map(id -> Long.toString(id)).collect(Collectors.joining(", ")));
  }
}
