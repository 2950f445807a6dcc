package io.tidemark.sink.sql;

import java.sql.SQLException;
import java.util.List;

/**
 * A table of rows and the one of their series, in one database's own words, and a connection to
 * them. Each statement is a transaction. Not thread-safe.
 */
public interface RowTables extends AutoCloseable {
  /** The table of the samples. */
  String rows();

  /** That of the labels of their series. */
  String series();

  /** The first column of both tables' keys: all series with one value of it have the same label. */
  String key();

  /** What follows it in the key of the rows' table. */
  List<String> restOfKey();

  /** How many of its rows one statement may delete. */
  int rowsOfAStatement();

  /** An expression: the value of a label of the series' table, NULL where it has none. */
  String label(String name);

  /** An expression that is this text, to compare with {@link #label}, whatever is in it. */
  String text(String text);

  /** A value of {@link #restOfKey} as it was read, to compare with. */
  String keyValue(String read);

  /** Values as text. */
  List<List<String>> query(String sql) throws SQLException;

  void execute(String sql) throws SQLException;

  @Override
  void close();

  /** Connects. */
  interface Opener {
    RowTables open() throws SQLException;
  }
}
