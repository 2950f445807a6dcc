package io.tidemark.sink.mysql;

import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;

/** Tables of MyRocks, in wide rows; where the plugin is. */
class RocksDbContractIT extends MySqlContract {
  @BeforeEach
  void needsThePlugin() {
    Assumptions.assumeTrue(
        shared.get().hasRocksDb(),
        "the contract of MyRocks did not run: MariaDB has no plugin ha_rocksdb (Debian: mariadb-plugin-rocksdb)");
  }

  @Override
  Map<String, String> options() {
    return Map.of("engine", "rocksdb", "payload-bytes", "100");
  }
}
