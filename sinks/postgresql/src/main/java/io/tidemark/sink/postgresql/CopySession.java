package io.tidemark.sink.postgresql;

import io.tidemark.sink.Payload;
import io.tidemark.sink.client.Progress;
import io.tidemark.sink.client.Session;
import io.tidemark.sink.rows.CollisionException;
import io.tidemark.sink.rows.KnownSeries;
import io.tidemark.sink.rows.LabelsJson;
import io.tidemark.sink.rows.NewSeries;
import io.tidemark.sink.rows.RowBody;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;

/**
 * One connection, and how a payload is written over it: in one transaction, the labels of series
 * that are new first. Not thread-safe; {@link #abort} may come from any thread.
 */
final class CopySession implements Session {
  private static final String UNIQUE_VIOLATION = "23505";
  private static final int CHUNK_BYTES = 64 * 1024;

  private final Connection connection;
  private final CopyManager copies;
  private final PostgreSqlOptions options;
  private final KnownSeries known;
  private final String copyRows;
  private final String copyStagedRows;
  private final PreparedStatement insertRows;
  private final PreparedStatement insertSeries;
  private final PreparedStatement countCollisions;

  static CopySession open(Connector connector, KnownSeries known, Duration timeout)
      throws SQLException {
    Connection connection = connector.open(timeout, "tidemark");
    try {
      return new CopySession(connection, connector.options(), known, timeout);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /**
   * @param timeout of each statement: an abandoned one does not keep its connection
   */
  private CopySession(
      Connection connection, PostgreSqlOptions options, KnownSeries known, Duration timeout)
      throws SQLException {
    this.connection = connection;
    this.options = options;
    this.known = known;
    this.copies = connection.unwrap(PGConnection.class).getCopyAPI();
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET statement_timeout = " + timeout.toMillis());
      if (options.createTables()) {
        Tables.create(connection, options);
      }
      statement.execute(Tables.staging(options.shape()));
    }
    String columns = options.keyColumns() + ", time, value";
    copyRows = copyTo(options.table(), columns);
    copyStagedRows = copyTo(Tables.STAGED_ROWS, columns);
    // In the order of the key: pages of the index are met once, and two writers can't deadlock.
    insertRows =
        connection.prepareStatement(
            "INSERT INTO %s (%s) SELECT %s FROM %s ORDER BY %s, time ON CONFLICT DO NOTHING"
                .formatted(
                    options.table(), columns, columns, Tables.STAGED_ROWS, options.keyColumns()));
    insertSeries =
        connection.prepareStatement(
            "INSERT INTO %s (%s, labels) SELECT %s, labels FROM %s ORDER BY %s ON CONFLICT DO NOTHING"
                .formatted(
                    options.seriesTable(),
                    options.keyColumns(),
                    options.keyColumns(),
                    Tables.STAGED_SERIES,
                    options.keyColumns()));
    countCollisions =
        connection.prepareStatement(
            "SELECT count(*) FROM %s sent JOIN %s stored USING (%s) WHERE sent.labels <> stored.labels"
                .formatted(Tables.STAGED_SERIES, options.seriesTable(), options.keyColumns()));
  }

  private static String copyTo(String table, String columns) {
    return "COPY %s (%s) FROM STDIN (FORMAT binary)".formatted(table, columns);
  }

  /** Rows of a table with a unique index of the user's may be there, and others not. */
  @Override
  public long write(Payload payload, Progress progress) throws SQLException, CollisionException {
    var body = new RowBody(new CopyRows(options.shape()), payload.body());
    boolean staged = options.primaryKey();
    try {
      return write(body, staged, progress);
    } catch (SQLException e) {
      if (staged || !UNIQUE_VIOLATION.equals(e.getSQLState())) {
        throw e;
      }
      progress.again();
      return write(body, true, progress);
    }
  }

  /**
   * @param staged whether rows that are there already are to be passed over
   */
  private long write(RowBody body, boolean staged, Progress progress)
      throws SQLException, CollisionException {
    progress.sends();
    progress.sent(body.bytes().length);
    List<NewSeries> fresh = NewSeries.of(body, known);
    boolean several = staged || !fresh.isEmpty();
    try {
      connection.setAutoCommit(!several);
      if (!fresh.isEmpty()) {
        write(fresh);
      }
      CopyIn copy = copies.copyIn(staged ? copyStagedRows : copyRows);
      send(copy, body.bytes(), body.rowsAt());
      progress.waits();
      long stored = copy.endCopy();
      if (staged) {
        stored = insertRows.executeUpdate();
      }
      if (several) {
        connection.commit();
      }
      fresh.forEach(series -> series.addTo(known));
      return stored;
    } catch (SQLException e) {
      if (SqlStates.isGone(e.getSQLState())) {
        abort();
      } else {
        rollback();
      }
      throw e;
    } catch (CollisionException e) {
      rollback();
      throw e;
    }
  }

  private void write(List<NewSeries> series) throws SQLException, CollisionException {
    byte[] rows = rows(series);
    CopyIn copy = copies.copyIn(copyTo(Tables.STAGED_SERIES, options.keyColumns() + ", labels"));
    send(copy, rows, 0);
    copy.endCopy();
    insertSeries.executeUpdate();
    try (var collisions = countCollisions.executeQuery()) {
      if (collisions.next() && collisions.getLong(1) > 0) {
        throw series.get(0).collision();
      }
    }
  }

  /** In COPY's binary format; jsonb is a version and the text. */
  private byte[] rows(List<NewSeries> series) {
    var bytes = new ByteArrayOutputStream();
    int width = options.shape().keys.size();
    try (var out = new DataOutputStream(bytes)) {
      out.write(CopyRows.HEAD);
      for (NewSeries each : series) {
        out.writeShort(width + 1);
        out.writeInt(8);
        out.writeLong(each.first());
        if (width == 2) {
          out.writeInt(8);
          out.writeLong(each.second());
        }
        byte[] json = LabelsJson.of(each.labels());
        out.writeInt(1 + json.length);
        out.writeByte(1);
        out.write(json);
      }
      out.writeShort(-1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void send(CopyIn copy, byte[] bytes, int from) throws SQLException {
    for (int at = from; at < bytes.length; at += CHUNK_BYTES) {
      copy.writeToCopy(bytes, at, Math.min(CHUNK_BYTES, bytes.length - at));
    }
    copy.flushCopy();
  }

  private void rollback() {
    try {
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
    } catch (SQLException e) {
      abort();
    }
  }

  @Override
  public boolean isOpen() {
    try {
      return !connection.isClosed();
    } catch (SQLException e) {
      return false;
    }
  }

  @Override
  public void abort() {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      // It is closed already.
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      abort();
    }
  }
}
