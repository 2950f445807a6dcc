package io.tidemark.sink.sql;

import java.sql.SQLException;
import java.util.List;

/**
 * A table of rows and the table of their series, in one database's own words, and a connection to
 * them. Each statement is a transaction. Not thread-safe.
 */
public interface RowTables extends AutoCloseable {
  /** Returns the name of the table of the samples. */
  String rows();

  /** Returns the name of the table of their series' labels. */
  String series();

  /**
   * Returns the first column of both tables' keys; all series with one value of it have the same
   * label.
   */
  String key();

  /** Returns the columns that follow it in the key of the rows' table. */
  List<String> restOfKey();

  /** Returns how many rows one statement may delete. */
  int rowsOfAStatement();

  /**
   * Returns an expression for the value of a label in the series' table; it is NULL for series that
   * have none.
   */
  String label(String name);

  /** Returns an expression for this text, whatever is in it, to compare with {@link #label}. */
  String text(String text);

  /** Returns an expression for a value of {@link #restOfKey} as it was read, to compare with. */
  String keyValue(String read);

  /** Returns the rows of a query, their values as text. */
  List<List<String>> query(String sql) throws SQLException;

  void execute(String sql) throws SQLException;

  @Override
  void close();

  /** Connects to the tables. */
  interface Opener {
    RowTables open() throws SQLException;
  }
}
