package io.tidemark.sink.rocksdb;

import io.tidemark.process.ProcessResources;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.OptionalDouble;
import org.rocksdb.RocksDB;

/**
 * The server's page, in Prometheus' text format.
 *
 * @param slots the number of insert slots
 * @param inUse the insert slots that are taken at this moment
 * @param limitReached the writes that found every slot taken
 * @param limitTimeouts the writes that gave up waiting for a slot
 * @param rows the rows that were written
 */
record ServerPage(int slots, int inUse, long limitReached, long limitTimeouts, long rows) {
  static final String VERSION = "rocksdb_version";
  static final String START = "process_start_time_seconds";
  static final String CPU = "process_cpu_seconds_total";
  static final String CORES = "process_cpu_cores_available";
  static final String THROTTLED = "process_cpu_throttled_seconds_total";
  static final String RESIDENT = "process_resident_memory_bytes";
  static final String SLOTS = "rocksdb_insert_slots";
  static final String IN_USE = "rocksdb_insert_slots_in_use";
  static final String LIMIT_REACHED = "rocksdb_insert_limit_reached_total";
  static final String LIMIT_TIMEOUTS = "rocksdb_insert_limit_timeouts_total";
  static final String ROWS = "rocksdb_rows_written_total";
  static final String STALLS = "rocksdb_stall_seconds_total";
  static final String LOG_SYNCS = "rocksdb_log_sync_seconds_total";
  static final String DELAYED = "rocksdb_writes_delayed";
  static final String PENDING = "rocksdb_pending_compaction_bytes";
  static final String LEVEL0 = "rocksdb_level0_files";
  static final String BLOB_FILES = "rocksdb_blob_files";
  static final String DISK = "rocksdb_disk_bytes";
  static final String LOG = "rocksdb_log_bytes_total";
  static final String AMPLIFICATION = "rocksdb_write_amplification";

  private static final double MICROS = 1e6;

  String text(StoreSignals store) {
    var process = new ProcessResources(ProcessHandle.current().pid());
    var version = RocksDB.rocksdbVersion();
    var text = new StringBuilder();
    text.append(
        "%s{version=\"%d.%d.%d\"} 1\n"
            .formatted(VERSION, version.getMajor(), version.getMinor(), version.getPatch()));
    line(text, START, ManagementFactory.getRuntimeMXBean().getStartTime() / 1e3);
    line(text, CPU, process.cpuSeconds());
    line(text, CORES, process.cores());
    line(text, THROTTLED, process.throttledSeconds());
    line(text, RESIDENT, process.residentBytes());
    line(text, SLOTS, slots);
    line(text, IN_USE, inUse);
    line(text, LIMIT_REACHED, limitReached);
    line(text, LIMIT_TIMEOUTS, limitTimeouts);
    line(text, ROWS, rows);
    line(text, STALLS, store.stallMicros() / MICROS);
    line(text, LOG_SYNCS, store.logSyncMicros() / MICROS);
    line(text, DELAYED, store.delayed() ? 1 : 0);
    line(text, PENDING, store.pendingCompactionBytes());
    line(text, LEVEL0, store.level0Files());
    line(text, BLOB_FILES, store.blobFiles());
    line(text, DISK, store.diskBytes());
    line(text, LOG, store.logBytes());
    line(text, AMPLIFICATION, store.writeAmplification());
    line(text, "rocksdb_flush_bytes_total", store.flushedBytes());
    line(text, "rocksdb_compaction_bytes_total", store.compactedBytes());
    line(text, "rocksdb_blob_bytes_total", store.blobBytes());
    line(text, "rocksdb_bytes_written_total", store.writtenBytes());
    return text.toString();
  }

  private static void line(StringBuilder text, String name, OptionalDouble value) {
    value.ifPresent(there -> line(text, name, there));
  }

  private static void line(StringBuilder text, String name, double value) {
    text.append(String.format(Locale.ROOT, "%s %s%n", name, value));
  }
}
