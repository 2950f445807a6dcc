package io.tidemark.sink.mysql;

import io.tidemark.series.Labels;
import io.tidemark.sink.Payload;
import io.tidemark.sink.client.Progress;
import io.tidemark.sink.client.Session;
import io.tidemark.sink.sql.CollisionException;
import io.tidemark.sink.sql.KnownSeries;
import io.tidemark.sink.sql.LabelsJson;
import io.tidemark.sink.sql.LongRows;
import io.tidemark.sink.sql.PayloadColumn;
import io.tidemark.sink.sql.RowBody;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.TreeMap;

/**
 * Writes a payload's rows as values of prepared statements, many rows each, in one transaction; the
 * labels of series that are new first. Rows are sent as they lie in the payload.
 */
final class InsertSession implements Session {
  /**
   * Rows as values of a prepared statement (MySQL's protocol, "Binary Protocol Value"): {@code
   * series_id}, {@code time}, {@code value}. Those that follow each other are the values of a
   * statement with as many rows.
   */
  static final LongRows ROWS = new LongRows("mysql-binary", ByteOrder.LITTLE_ENDIAN);

  /** Of a statement: three times as many values, of which a server takes 65,535. */
  private static final int MAX_ROWS = 1_000;

  /** Of a statement's values: a fraction of the least max_allowed_packet that servers come with. */
  private static final int MAX_BYTES = 1 << 20;

  // Types of values ("Column Types"), two bytes each: the type, and that it is signed.
  private static final byte[] BIGINT = {8, 0};
  private static final byte[] DOUBLE = {5, 0};
  private static final byte[] TEXT = {(byte) 0xFD, 0};
  private static final byte[] BLOB = {(byte) 0xFC, 0};

  private final Connection connection;
  private final Options options;
  private final KnownSeries known;
  private final Inserts rows;
  private final byte[] column;
  private final byte[] columnHead;
  private final int rowBytes;
  private final int maxRows;

  private record Key(long id, int check) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byId = Long.compare(id, other.id);
      return byId != 0 ? byId : Integer.compare(check, other.check);
    }
  }

  private record NewSeries(Key key, Labels labels, byte[] json) {
    NewSeries(Key key, Labels labels) {
      this(key, labels, LabelsJson.of(labels));
    }

    long id() {
      return key.id();
    }
  }

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
  private InsertSession(Connection connection, Options options, KnownSeries known, Duration timeout)
      throws SQLException {
    this.connection = connection;
    this.options = options;
    this.known = known;
    this.rows = new Inserts(connection, count -> Tables.insertRows(options, count));
    column = new byte[options.payloadBytes()];
    columnHead = column.length == 0 ? column : new PacketWriter().integer(column.length).packet();
    rowBytes = LongRows.ROW_BYTES + columnHead.length + column.length;
    maxRows = Math.max(1, Math.min(MAX_ROWS, MAX_BYTES / rowBytes));
    long seconds = Math.max(1, timeout.toSeconds());
    connection.execute(
        "SET SESSION sql_mode = 'STRICT_ALL_TABLES', autocommit = 1, innodb_lock_wait_timeout = %d, lock_wait_timeout = %d"
            .formatted(seconds, seconds));
    // Locks no gaps between keys, where other writers insert theirs.
    connection.execute("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
    if (options.createTables()) {
      Tables.create(connection, options);
    }
  }

  @Override
  public long write(Payload payload, Progress progress) throws SQLException, CollisionException {
    progress.sends();
    var body = new RowBody(ROWS, payload.body());
    List<NewSeries> fresh = newSeries(body);
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
      fresh.forEach(series -> known.add(series.id(), 0, series.key().check()));
      return stored;
    } catch (SQLException | CollisionException e) {
      if (several) {
        rollback();
      }
      throw e;
    }
  }

  /**
   * In the order of the key: two writers of the same series can't wait for each other. A payload
   * has a series once for each of its samples; here it is once.
   */
  private List<NewSeries> newSeries(RowBody body) throws CollisionException {
    var fresh = new TreeMap<Key, NewSeries>();
    var colliding = new ArrayList<CollisionException>(1);
    body.forEachSeries(
        (id, none, check, labels) -> {
          KnownSeries.State state = known.state(id, 0, check);
          if (state == KnownSeries.State.NEW) {
            fresh.computeIfAbsent(new Key(id, check), key -> new NewSeries(key, labels.get()));
          } else if (state == KnownSeries.State.COLLIDES) {
            colliding.add(new CollisionException(id, labels.get()));
          }
        });
    if (!colliding.isEmpty()) {
      throw colliding.get(0);
    }
    return List.copyOf(fresh.values());
  }

  private void writeSeries(List<NewSeries> fresh, Progress progress)
      throws SQLException, CollisionException {
    for (int from = 0; from < fresh.size(); ) {
      int to = from;
      var values = new PacketWriter();
      while (to < fresh.size() && to - from < MAX_ROWS && values.size() < MAX_BYTES) {
        NewSeries series = fresh.get(to++);
        values.int8(series.id()).withLength(series.json());
      }
      List<NewSeries> part = fresh.subList(from, to);
      byte[] bytes = values.packet();
      // Its size seldom comes again.
      int statement = connection.prepare(Tables.insertSeries(options, part.size()));
      long sent =
          connection.send(
              statement,
              types(part.size(), BIGINT, TEXT),
              bytes.length,
              packets -> packets.write(bytes, 0, bytes.length));
      progress.sent(sent);
      connection.answer();
      connection.closeStatement(statement);
      compare(part);
      from = to;
    }
  }

  /** With what is stored, which may be another series' labels. */
  private void compare(List<NewSeries> sent) throws SQLException, CollisionException {
    List<Long> ids = sent.stream().map(NewSeries::id).toList();
    var stored = new HashMap<Long, String>();
    for (List<String> row : connection.query(Tables.labelsOf(options, ids))) {
      stored.put(Long.parseLong(row.get(0)), row.get(1));
    }
    for (NewSeries series : sent) {
      String json = new String(series.json(), StandardCharsets.UTF_8);
      // A server that throws away has none.
      if (!stored.getOrDefault(series.id(), json).equals(json)) {
        throw new CollisionException(series.id(), series.labels());
      }
    }
  }

  private long writeRows(RowBody body, int samples, Progress progress) throws SQLException {
    long stored = 0;
    for (int from = 0; from < samples; from += maxRows) {
      int count = Math.min(maxRows, samples - from);
      int at = body.rowsAt() + from * LongRows.ROW_BYTES;
      int statement = rows.of(count);
      progress.sends();
      progress.sent(
          connection.send(
              statement,
              column.length == 0
                  ? types(count, BIGINT, BIGINT, DOUBLE)
                  : types(count, BIGINT, BIGINT, DOUBLE, BLOB),
              count * rowBytes,
              packets -> writeRows(packets, body.bytes(), at, count)));
      progress.waits();
      stored += connection.answer();
    }
    return stored;
  }

  private void writeRows(Packets packets, byte[] body, int at, int count) throws IOException {
    if (column.length == 0) {
      packets.write(body, at, count * LongRows.ROW_BYTES);
      return;
    }
    for (int i = 0; i < count; i++) {
      int row = at + i * LongRows.ROW_BYTES;
      PayloadColumn.fill(ROWS.series(body, row), ROWS.timestampMillis(body, row), column);
      packets.write(body, row, LongRows.ROW_BYTES);
      packets.write(columnHead, 0, columnHead.length);
      packets.write(column, 0, column.length);
    }
  }

  private static byte[] types(int rows, byte[]... ofRow) {
    byte[] types = new byte[2 * rows * ofRow.length];
    for (int i = 0; i < types.length; i += 2) {
      byte[] type = ofRow[i / 2 % ofRow.length];
      types[i] = type[0];
      types[i + 1] = type[1];
    }
    return types;
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
