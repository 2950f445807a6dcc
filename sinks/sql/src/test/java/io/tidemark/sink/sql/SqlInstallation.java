package io.tidemark.sink.sql;

import io.tidemark.sink.RealServer;
import java.sql.SQLException;
import java.util.List;

/** A database of a server that tests share, with a user of its own. */
public interface SqlInstallation extends RealServer {
  String name();

  /** Connects to this database as the user who may do anything. */
  SqlConnection connect() throws SQLException;

  default void execute(String... statements) throws SQLException {
    try (SqlConnection connection = connect()) {
      for (String sql : statements) {
        connection.execute(sql);
      }
    }
  }

  default List<List<String>> query(String sql) throws SQLException {
    try (SqlConnection connection = connect()) {
      return connection.query(sql);
    }
  }

  /** Returns the first value of the first row. */
  default String one(String sql) throws SQLException {
    return query(sql).get(0).get(0);
  }

  /** Does nothing: the server ends with the last of its tests. */
  @Override
  default void close() {}
}
