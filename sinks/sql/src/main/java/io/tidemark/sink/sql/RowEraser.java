package io.tidemark.sink.sql;

import io.tidemark.sink.RunEraser;
import io.tidemark.sink.client.ErrorText;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Deletes rows and the entries of their series, by a label of the series. It takes a few series at
 * a time, and deletes their rows first: if it ends in the middle, what is left of a run still has
 * its labels, and is found again. No statement deletes more rows than {@link
 * RowTables#rowsOfAStatement}. Not thread-safe.
 */
public final class RowEraser implements RunEraser {
  private static final int SERIES_AT_ONCE = 500;

  /**
   * There may be more than one round, because rows that a transaction of the run had not committed
   * when it ended may come after the first.
   */
  private static final int ROUNDS = 3;

  private final String endpoint;
  private final RowTables.Opener opener;
  private RowTables open;

  /**
   * @param endpoint host and port, for messages
   */
  public RowEraser(String endpoint, RowTables.Opener opener) {
    this.endpoint = endpoint;
    this.opener = opener;
  }

  private RowTables tables() throws SQLException {
    if (open == null) {
      open = opener.open();
    }
    return open;
  }

  @Override
  public List<String> find(String label, String run) throws IOException {
    try {
      String values =
          "SELECT DISTINCT %s FROM %s WHERE %s"
              .formatted(tables().label(label), tables().series(), isOf(label, run));
      return tables().query(values).stream().map(row -> row.get(0)).sorted().toList();
    } catch (SQLException e) {
      throw failure("can't read the series of " + endpoint, e);
    }
  }

  @Override
  public OptionalLong count(String label, String value) throws IOException {
    try {
      String count =
          "SELECT COUNT(*) FROM %s WHERE %s = %s"
              .formatted(tables().series(), tables().label(label), tables().text(value));
      return OptionalLong.of(Long.parseLong(tables().query(count).get(0).get(0)));
    } catch (SQLException e) {
      throw failure("can't count the series of " + endpoint, e);
    }
  }

  @Override
  public void erase(String label, String run) throws IOException {
    try {
      String condition = isOf(label, run);
      List<String> some = series(condition);
      while (!some.isEmpty()) {
        eraseRows(some);
        delete(tables().series(), some);
        some = series("%s AND %s > %s".formatted(condition, tables().key(), last(some)));
      }
    } catch (SQLException e) {
      throw failure("%s has not deleted all; call it again to go on".formatted(endpoint), e);
    }
  }

  private static IOException failure(String what, SQLException e) {
    return new IOException("%s: %s".formatted(what, ErrorText.of("" + e.getMessage())), e);
  }

  private String isOf(String label, String run) throws SQLException {
    RowTables tables = tables();
    String value = tables.label(label);
    return "(%s = %s OR POSITION(%s IN %s) = 1)"
        .formatted(value, tables.text(run), tables.text(run + "-"), value);
  }

  private static String last(List<String> keys) {
    return keys.get(keys.size() - 1);
  }

  /** Returns the next keys, in their order, so that what was read is not read again. */
  private List<String> series(String condition) throws SQLException {
    String key = tables().key();
    String next =
        "SELECT DISTINCT %s FROM %s WHERE %s ORDER BY %s LIMIT %d"
            .formatted(key, tables().series(), condition, key, SERIES_AT_ONCE);
    return tables().query(next).stream().map(row -> row.get(0)).toList();
  }

  /**
   * @throws SQLException also if there are always more rows: if their series were deleted before
   *     them, they would stay for ever
   */
  private void eraseRows(List<String> keys) throws SQLException {
    for (int round = 0; round < ROUNDS; round++) {
      List<List<String>> counts =
          tables()
              .query(
                  "SELECT %s, COUNT(*) FROM %s WHERE %s GROUP BY %s"
                      .formatted(tables().key(), tables().rows(), isIn(keys), tables().key()));
      if (counts.isEmpty()) {
        return;
      }
      eraseRowsOf(counts);
    }
    throw new SQLException("rows are written as they are deleted: end the run first");
  }

  /**
   * @param counts the keys, each with the number of its rows
   */
  private void eraseRowsOf(List<List<String>> counts) throws SQLException {
    long max = tables().rowsOfAStatement();
    var together = new ArrayList<String>();
    long rows = 0;
    for (List<String> each : counts) {
      long count = Long.parseLong(each.get(1));
      if (count > max) {
        eraseInParts(each.get(0), max);
      } else {
        if (rows + count > max) {
          delete(tables().rows(), together);
          together.clear();
          rows = 0;
        }
        together.add(each.get(0));
        rows += count;
      }
    }
    if (!together.isEmpty()) {
      delete(tables().rows(), together);
    }
  }

  /**
   * Deletes rows in the order of the table's key, each time up to the row behind as many as one
   * statement may delete.
   */
  private void eraseInParts(String key, long max) throws SQLException {
    String order = String.join(", ", tables().restOfKey());
    String one = "%s = %s".formatted(tables().key(), key);
    String behind =
        "SELECT %s FROM %s WHERE %s ORDER BY %s LIMIT 1 OFFSET %d"
            .formatted(order, tables().rows(), one, order, max);
    String all = "DELETE FROM %s WHERE %s".formatted(tables().rows(), one);
    List<String> before = List.of();
    for (List<List<String>> found = tables().query(behind);
        !found.isEmpty();
        found = tables().query(behind)) {
      List<String> end = found.get(0);
      String values = String.join(", ", end.stream().map(tables()::keyValue).toList());
      // If the end is the same, nothing was deleted: too many rows are equal in all columns of the
      // key, because the table has no key.
      String until = end.equals(before) ? "<=" : "<";
      tables().execute("%s AND (%s) %s (%s)".formatted(all, order, until, values));
      before = end;
    }
    tables().execute(all);
  }

  private String isIn(List<String> keys) throws SQLException {
    return "%s IN (%s)".formatted(tables().key(), String.join(", ", keys));
  }

  private void delete(String table, List<String> keys) throws SQLException {
    tables().execute("DELETE FROM %s WHERE %s".formatted(table, isIn(keys)));
  }

  @Override
  public void close() {
    if (open != null) {
      open.close();
    }
  }
}
