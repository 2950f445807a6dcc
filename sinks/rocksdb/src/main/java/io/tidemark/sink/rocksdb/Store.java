package io.tidemark.sink.rocksdb;

import io.tidemark.series.Labels;
import io.tidemark.sink.rows.CollisionException;
import io.tidemark.sink.rows.KnownSeries;
import io.tidemark.sink.rows.LongRows;
import io.tidemark.sink.rows.NewSeries;
import io.tidemark.sink.rows.RowBody;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.ConfigOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.OptionsUtil;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * A RocksDB whose column families are tables: rows by series and time, the labels of series, and an
 * index by time if a table has one. Thread-safe.
 */
final class Store implements AutoCloseable {
  static {
    RocksDB.loadLibrary();
  }

  private final Statistics statistics = new Statistics();
  private final DBOptions options;
  private final RocksDB db;
  private final Map<String, ColumnFamilyHandle> families = new ConcurrentHashMap<>();
  private final int maxLabelBytes;
  private final Map<String, KnownSeries> known = new ConcurrentHashMap<>();

  /** Thrown if what a writer asks for can't be. */
  static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1;

    RefusedException(String message) {
      super(message);
    }
  }

  /**
   * @param backgroundJobs the number of threads that flush and compact
   * @param directIo whether these write past the system's cache
   * @param maxLabelBytes the most bytes of a series' labels; one with more is refused
   */
  Store(Path folder, int backgroundJobs, boolean directIo, int maxLabelBytes)
      throws RocksDBException {
    this.maxLabelBytes = maxLabelBytes;
    var descriptors = new ArrayList<ColumnFamilyDescriptor>();
    options = new DBOptions();
    if (isEmpty(folder)) {
      descriptors.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY));
    } else {
      // Each table has the options that it was made with.
      OptionsUtil.loadLatestOptions(new ConfigOptions(), folder.toString(), options, descriptors);
    }
    options
        .setCreateIfMissing(true)
        .setStatistics(statistics)
        .setMaxBackgroundJobs(backgroundJobs)
        .setUseDirectIoForFlushAndCompaction(directIo);
    var handles = new ArrayList<ColumnFamilyHandle>();
    db = RocksDB.open(options, folder.toString(), descriptors, handles);
    for (ColumnFamilyHandle handle : handles) {
      families.put(new String(handle.getName(), StandardCharsets.US_ASCII), handle);
    }
  }

  private static boolean isEmpty(Path folder) throws RocksDBException {
    try (var any = new org.rocksdb.Options()) {
      return RocksDB.listColumnFamilies(any, folder.toString()).isEmpty();
    }
  }

  /** Writes all of the payload's rows or none. */
  void write(TableSettings table, RowBody body, int rows)
      throws RocksDBException, RefusedException, CollisionException {
    ColumnFamilyHandle samples = family(table.name(), table.options());
    ColumnFamilyHandle series = family(table.seriesTable(), "");
    ColumnFamilyHandle index = table.index() ? family(table.indexTable(), "") : null;
    try (var batch = new WriteBatch();
        var how = new WriteOptions().setSync(table.sync())) {
      KnownSeries seen = known.computeIfAbsent(table.name(), name -> new KnownSeries());
      List<NewSeries> fresh = NewSeries.of(body, seen);
      addSeries(series, fresh, batch);
      addRows(table, body, rows, samples, index, batch);
      db.write(how, batch);
      fresh.forEach(each -> each.addTo(seen));
    }
  }

  private ColumnFamilyHandle family(String name, String familyOptions)
      throws RocksDBException, RefusedException {
    ColumnFamilyHandle there = families.get(name);
    return there == null ? create(name, familyOptions) : there;
  }

  private synchronized ColumnFamilyHandle create(String name, String familyOptions)
      throws RocksDBException, RefusedException {
    ColumnFamilyHandle there = families.get(name);
    if (there != null) {
      return there;
    }
    var descriptor =
        new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.US_ASCII), of(familyOptions));
    ColumnFamilyHandle made = db.createColumnFamily(descriptor);
    families.put(name, made);
    return made;
  }

  private static ColumnFamilyOptions of(String text) throws RefusedException {
    var properties = new Properties();
    Arrays.stream(text.split(";"))
        .filter(each -> !each.isEmpty())
        .map(each -> each.split("=", 2))
        .forEach(both -> properties.setProperty(both[0], both[1]));
    if (properties.isEmpty()) {
      return new ColumnFamilyOptions();
    }
    ColumnFamilyOptions options = ColumnFamilyOptions.getColumnFamilyOptionsFromProps(properties);
    if (options == null) {
      throw new RefusedException("RocksDB has no such table options [options=%s]".formatted(text));
    }
    return options;
  }

  private void addSeries(ColumnFamilyHandle family, List<NewSeries> fresh, WriteBatch batch)
      throws RocksDBException, RefusedException, CollisionException {
    for (NewSeries each : fresh) {
      byte[] labels = each.labels().encoded();
      if (labels.length > maxLabelBytes) {
        throw new RefusedException(
            "labels too long [bytes=%d, max=%d]".formatted(labels.length, maxLabelBytes));
      }
      byte[] key = key(each.first());
      byte[] stored = db.get(family, key);
      if (stored != null && !Arrays.equals(stored, labels)) {
        throw each.collision();
      }
      batch.put(family, key, labels);
    }
  }

  private static byte[] key(long id) {
    return ByteBuffer.allocate(8).putLong(id).array();
  }

  private static void addRows(
      TableSettings table,
      RowBody body,
      int rows,
      ColumnFamilyHandle samples,
      ColumnFamilyHandle index,
      WriteBatch batch)
      throws RocksDBException {
    byte[] bytes = body.bytes();
    KeyShape shape = table.shape();
    var key = new byte[shape.keyBytes()];
    var value = new byte[table.valueBytes()];
    for (int i = 0, at = body.rowsAt(); i < rows; i++, at += LongRows.ROW_BYTES) {
      KeyRows.key(bytes, at, shape, key);
      KeyRows.value(bytes, at, shape, value);
      batch.put(samples, key, value);
      if (index != null) {
        batch.put(index, KeyRows.indexKey(bytes, at, shape), KeyRows.indexValue(bytes, at, shape));
      }
    }
  }

  private record Row(long series, long timestampMillis, double value) {}

  /** Sees a stored row. */
  interface RowVisitor {
    void row(Labels labels, long timestampMillis, double value);
  }

  /** Shows all rows of a table, as they were when this was called. */
  void forEach(String table, RowVisitor visitor) throws RocksDBException {
    ColumnFamilyHandle samples = families.get(table);
    ColumnFamilyHandle series = families.get(table + "_series");
    if (samples == null || series == null) {
      return;
    }
    try (var rows = db.newIterator(samples)) {
      for (rows.seekToFirst(); rows.isValid(); rows.next()) {
        var row = new Row[1];
        KeyRows.read(
            rows.key(),
            rows.value(),
            (id, none, timestampMillis, value) -> row[0] = new Row(id, timestampMillis, value));
        Labels labels = Labels.ofEncoded(db.get(series, key(row[0].series())));
        visitor.row(labels, row[0].timestampMillis(), row[0].value());
      }
      rows.status();
    }
  }

  /** Returns what the store reports of itself. */
  StoreSignals signals() throws RocksDBException {
    return StoreSignals.read(db, statistics, families.values());
  }

  @Override
  public void close() {
    families.values().forEach(ColumnFamilyHandle::close);
    db.close();
    options.close();
    statistics.close();
  }
}
