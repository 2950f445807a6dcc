package io.tidemark.sink.sql;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

/** What the tables of all databases have in common: their names, and a connection of their own. */
public abstract class ConnectedTables implements RowTables {
  protected static final Duration CONNECTS_WITHIN = Duration.ofSeconds(20);
  protected static final String PROGRAM = "tidemark clean";
  protected static final int ROWS_OF_A_STATEMENT = 10_000;

  /** A statement may take this long, because a table without a key is read through for each one. */
  private static final Duration ANSWERS_WITHIN = Duration.ofMinutes(10);

  private final SqlConnection connection;
  private final String rows;
  private final String series;

  /**
   * @param connection the connection, which is closed with this, and if this fails
   * @param settings the statements that the connection begins with
   */
  protected ConnectedTables(
      SqlConnection connection, String rows, String series, List<String> settings)
      throws SQLException {
    this.connection = connection;
    this.rows = rows;
    this.series = series;
    try {
      connection.answersWithin(ANSWERS_WITHIN);
      for (String setting : settings) {
        connection.execute(setting);
      }
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public final String rows() {
    return rows;
  }

  @Override
  public final String series() {
    return series;
  }

  @Override
  public int rowsOfAStatement() {
    return ROWS_OF_A_STATEMENT;
  }

  /**
   * Returns the text's bytes in UTF-8 as hexadecimal digits, whose meaning no setting of a server
   * changes.
   */
  protected static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public final List<List<String>> query(String sql) throws SQLException {
    return connection.query(sql);
  }

  @Override
  public final void execute(String sql) throws SQLException {
    connection.execute(sql);
  }

  @Override
  public final void close() {
    connection.close();
  }
}
