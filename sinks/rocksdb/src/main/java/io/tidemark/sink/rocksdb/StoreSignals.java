package io.tidemark.sink.rocksdb;

import java.util.Collection;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.HistogramType;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/**
 * RocksDB's own statistics and properties, over all tables.
 *
 * @param stallMicros the time that writers were held up so that compaction and flushes could follow
 * @param delayed whether RocksDB slows writers down at this moment, or stops them
 * @param logSyncMicros the time spent making the write-ahead log durable
 * @param pendingCompactionBytes gauge: the bytes that compaction must rewrite to bring levels to
 *     their size
 * @param level0Files gauge: the most files at level 0 of any table
 * @param writtenBytes the bytes from writers; those that follow are what became of them on disk
 */
record StoreSignals(
    long stallMicros,
    boolean delayed,
    long logSyncMicros,
    long pendingCompactionBytes,
    long level0Files,
    long blobFiles,
    long diskBytes,
    long writtenBytes,
    long logBytes,
    long flushedBytes,
    long compactedBytes,
    long blobBytes) {
  static StoreSignals read(
      RocksDB db, Statistics statistics, Collection<ColumnFamilyHandle> families)
      throws RocksDBException {
    long level0 = 0;
    long blobFiles = 0;
    boolean delayed = db.getLongProperty("rocksdb.actual-delayed-write-rate") > 0;
    for (ColumnFamilyHandle family : families) {
      level0 =
          Math.max(
              level0,
              Long.parseLong(db.getProperty(family, "rocksdb.num-files-at-level0").strip()));
      blobFiles += db.getLongProperty(family, "rocksdb.num-blob-files");
      delayed |= db.getLongProperty(family, "rocksdb.is-write-stopped") > 0;
    }
    return new StoreSignals(
        statistics.getTickerCount(TickerType.STALL_MICROS),
        delayed,
        statistics.getHistogramData(HistogramType.WAL_FILE_SYNC_MICROS).getSum(),
        db.getAggregatedLongProperty("rocksdb.estimate-pending-compaction-bytes"),
        level0,
        blobFiles,
        db.getAggregatedLongProperty("rocksdb.total-sst-files-size")
            + db.getAggregatedLongProperty("rocksdb.total-blob-file-size"),
        statistics.getTickerCount(TickerType.BYTES_WRITTEN),
        statistics.getTickerCount(TickerType.WAL_FILE_BYTES),
        statistics.getTickerCount(TickerType.FLUSH_WRITE_BYTES),
        statistics.getTickerCount(TickerType.COMPACT_WRITE_BYTES),
        statistics.getTickerCount(TickerType.BLOB_DB_BLOB_FILE_BYTES_WRITTEN));
  }

  /** Returns the bytes written to files for each byte from a writer; 0 before the first. */
  double writeAmplification() {
    return writtenBytes == 0
        ? 0
        : (logBytes + flushedBytes + compactedBytes + blobBytes) / (double) writtenBytes;
  }
}
