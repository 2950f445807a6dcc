package io.tidemark.sink.mysql;

import io.tidemark.sink.Payload;
import io.tidemark.sink.client.Progress;
import io.tidemark.sink.client.Session;
import io.tidemark.sink.rows.CollisionException;
import io.tidemark.sink.rows.KnownSeries;
import io.tidemark.sink.rows.LabelsJson;
import io.tidemark.sink.rows.LongRows;
import io.tidemark.sink.rows.NewSeries;
import io.tidemark.sink.rows.PayloadColumn;
import io.tidemark.sink.rows.RowBody;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/**
 * Writes a payload's rows as values of prepared statements, many rows each, in one transaction; the
 * labels of series that are new first.
 */
final class InsertSession implements Session {
  /** {@code series_id}, {@code time}, {@code value}. Savepoints hold such rows, and their name. */
  static final LongRows ROWS = new LongRows("mysql-binary", ByteOrder.LITTLE_ENDIAN);

  /** Locks no gaps between keys, where other writers insert theirs. */
  static final String READ_COMMITTED = "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED";

  /** Of a statement: three times as many values, of which a server takes 65,535. */
  private static final int MAX_ROWS = 1_000;

  /** Of a statement's values: a fraction of the least max_allowed_packet that servers come with. */
  private static final int MAX_BYTES = 1 << 20;

  private final Connection connection;
  private final MySqlOptions options;
  private final KnownSeries known;
  private final int rowBytes;
  private final int maxRows;

  /** For {@link #maxRows} rows, of which most payloads have several times as many. */
  private final PreparedStatement wholeInsert;

  /** Of each row of a statement, where there is one: the driver reads them as it sends. */
  private final byte[][] columns;

  static InsertSession open(Connector connector, KnownSeries known, Duration timeout)
      throws SQLException {
    Connection connection = connector.open(timeout, "tidemark");
    try {
      return new InsertSession(connection, connector.options(), known, timeout);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /**
   * @param timeout of each statement: an abandoned one does not wait on for its locks
   */
  private InsertSession(
      Connection connection, MySqlOptions options, KnownSeries known, Duration timeout)
      throws SQLException {
    this.connection = connection;
    this.options = options;
    this.known = known;
    rowBytes = LongRows.ROW_BYTES + options.payloadBytes();
    maxRows = Math.max(1, Math.min(MAX_ROWS, MAX_BYTES / rowBytes));
    columns = options.payloadBytes() == 0 ? null : new byte[maxRows][options.payloadBytes()];
    wholeInsert = connection.prepare(Tables.insertRows(options, maxRows));
    long seconds = Math.max(1, timeout.toSeconds());
    connection.execute(
        "SET SESSION sql_mode = 'STRICT_ALL_TABLES', autocommit = 1, innodb_lock_wait_timeout = %d, lock_wait_timeout = %d"
            .formatted(seconds, seconds));
    connection.execute(READ_COMMITTED);
    if (options.createTables()) {
      Tables.create(connection, options);
    }
  }

  @Override
  public long write(Payload payload, Progress progress) throws SQLException, CollisionException {
    progress.sends();
    var body = new RowBody(ROWS, payload.body());
    List<NewSeries> fresh = NewSeries.of(body, known);
    boolean several = !fresh.isEmpty() || payload.samples() > maxRows;
    try {
      if (several) {
        connection.execute("START TRANSACTION");
      }
      if (!fresh.isEmpty()) {
        writeSeries(fresh, progress);
      }
      long stored = writeRows(body, payload.samples(), progress);
      if (several) {
        connection.execute("COMMIT");
      }
      fresh.forEach(series -> series.addTo(known));
      return stored;
    } catch (SQLException | CollisionException e) {
      if (several) {
        rollback();
      }
      throw e;
    }
  }

  private void writeSeries(List<NewSeries> fresh, Progress progress)
      throws SQLException, CollisionException {
    for (int from = 0; from < fresh.size(); ) {
      var labels = new ArrayList<String>();
      int bytes = 0;
      int to = from;
      for (; to < fresh.size() && to - from < MAX_ROWS && bytes < MAX_BYTES; to++) {
        byte[] json = LabelsJson.of(fresh.get(to).labels());
        labels.add(new String(json, StandardCharsets.UTF_8));
        bytes += Long.BYTES + json.length;
      }
      progress.sent(bytes);
      List<NewSeries> part = fresh.subList(from, to);
      writeSeries(part, labels);
      compare(part, labels);
      from = to;
    }
  }

  /**
   * @param labels of each
   */
  private void writeSeries(List<NewSeries> part, List<String> labels) throws SQLException {
    try (PreparedStatement insert = connection.prepare(Tables.insertSeries(options, part.size()))) {
      int parameter = 1;
      for (int i = 0; i < part.size(); i++) {
        insert.setLong(parameter++, part.get(i).first());
        insert.setString(parameter++, labels.get(i));
      }
      insert.executeUpdate();
    }
  }

  /** With what is stored, which may be another series' labels. */
  private void compare(List<NewSeries> sent, List<String> labels)
      throws SQLException, CollisionException {
    List<Long> ids = sent.stream().map(NewSeries::first).toList();
    var stored = new HashMap<Long, String>();
    for (List<String> row : connection.query(Tables.labelsOf(options, ids))) {
      stored.put(Long.parseLong(row.get(0)), row.get(1));
    }
    for (int i = 0; i < sent.size(); i++) {
      // A server that throws away has none.
      if (!stored.getOrDefault(sent.get(i).first(), labels.get(i)).equals(labels.get(i))) {
        throw sent.get(i).collision();
      }
    }
  }

  private long writeRows(RowBody body, int samples, Progress progress) throws SQLException {
    long stored = 0;
    for (int from = 0; from < samples; from += maxRows) {
      int count = Math.min(maxRows, samples - from);
      int at = body.rowsAt() + from * LongRows.ROW_BYTES;
      progress.sends();
      progress.sent((long) count * rowBytes);
      if (count == maxRows) {
        stored += insert(wholeInsert, body.bytes(), at, count, progress);
      } else {
        try (PreparedStatement rest = connection.prepare(Tables.insertRows(options, count))) {
          stored += insert(rest, body.bytes(), at, count, progress);
        }
      }
    }
    return stored;
  }

  /**
   * @param at where the first of the rows lies
   * @return rows that it changed
   */
  private long insert(PreparedStatement insert, byte[] body, int at, int count, Progress progress)
      throws SQLException {
    int parameter = 1;
    for (int i = 0; i < count; i++) {
      int row = at + i * LongRows.ROW_BYTES;
      long series = ROWS.series(body, row);
      long time = ROWS.timestampMillis(body, row);
      insert.setLong(parameter++, series);
      insert.setLong(parameter++, time);
      insert.setDouble(parameter++, ROWS.value(body, row));
      if (columns != null) {
        PayloadColumn.fill(series, time, columns[i]);
        insert.setBytes(parameter++, columns[i]);
      }
    }
    progress.waits();
    return insert.executeLargeUpdate();
  }

  private void rollback() {
    if (!connection.isOpen()) {
      return;
    }
    try {
      connection.execute("ROLLBACK");
    } catch (SQLException e) {
      abort();
    }
  }

  @Override
  public boolean isOpen() {
    return connection.isOpen();
  }

  @Override
  public void abort() {
    connection.abort();
  }

  @Override
  public void close() {
    connection.close();
  }
}
