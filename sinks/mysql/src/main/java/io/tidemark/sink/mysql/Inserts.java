package io.tidemark.sink.mysql;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Prepared statements for this and that many rows, of one connection: a full one, and the rests of
 * payloads, of which few sizes recur. Those used longest ago are closed. Not thread-safe.
 */
final class Inserts {
  private static final int MAX_KEPT = 16;

  private final Connection connection;
  private final IntFunction<String> sql;
  private final Map<Integer, Integer> ids = new LinkedHashMap<>(MAX_KEPT, 0.75f, true);

  /**
   * @param sql by the number of rows
   */
  Inserts(Connection connection, IntFunction<String> sql) {
    this.connection = connection;
    this.sql = sql;
  }

  /** The statement's id. */
  int of(int rows) throws SQLException {
    Integer known = ids.get(rows);
    if (known != null) {
      return known;
    }
    if (ids.size() >= MAX_KEPT) {
      var oldest = ids.entrySet().iterator();
      int id = oldest.next().getValue();
      oldest.remove();
      connection.closeStatement(id);
    }
    int id = connection.prepare(sql.apply(rows));
    ids.put(rows, id);
    return id;
  }
}
