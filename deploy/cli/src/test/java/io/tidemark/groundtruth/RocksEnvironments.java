package io.tidemark.groundtruth;

import io.tidemark.process.Patience;
import io.tidemark.process.QuotaGroup;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.rocksdb.OwnedRocksDb;
import io.tidemark.testing.DiskLimit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Bottlenecks of a real RocksDB, put there on purpose. */
final class RocksEnvironments {
  private RocksEnvironments() {}

  static Environment slots(int slots) {
    return to(
        Patience.started(
            "the RocksDB server",
            () -> OwnedRocksDb.start(Settings.DEFAULT.withInsertSlots(slots))));
  }

  /** A control group of its own, as a container has. */
  static Environment quota(double cores) throws Exception {
    var server = Patience.started("the RocksDB server", () -> OwnedRocksDb.start(Settings.DEFAULT));
    try {
      return to(server, new QuotaGroup(server.process(), cores));
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** Flushes and compaction write so many bytes a second, and do not follow. */
  static Environment slowDisk(long bytesPerSecond) {
    var server =
        Patience.started(
            "the RocksDB server", () -> OwnedRocksDb.start(Settings.arguments("-direct-io=true")));
    try {
      return to(server, new DiskLimit(server.process(), server.folder(), bytesPerSecond))
          .with("target.table-options=write_buffer_size=4194304");
    } catch (IOException | RuntimeException e) {
      server.close();
      return Assumptions.abort("no disk can be made slow here: " + e);
    }
  }

  private static Environment to(OwnedRocksDb server, AutoCloseable... more) {
    var parts = new ArrayList<AutoCloseable>(List.of(server));
    parts.addAll(List.of(more));
    return Environment.of(parts.toArray(AutoCloseable[]::new))
        .with("target.type=rocksdb", "target.urls=[" + server.url() + "]");
  }
}
