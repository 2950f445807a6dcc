package io.tidemark.sink.postgresql;

import io.tidemark.sink.OwnedDatabase.Settings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** With TimescaleDB: a segmented hypertable with two columns for the series. */
class TimescaleContractIT extends PostgreSqlContract {
  private static final String VARIABLE = "TIDEMARK_TEST_TIMESCALEDB";

  /** The test says which part it did not run for want of. */
  static Path timescale() {
    String path = System.getenv(VARIABLE);
    Assumptions.assumeTrue(
        path != null && !path.isBlank(),
        () -> VARIABLE + " is not set: the contract did not run on TimescaleDB");
    return Path.of(path);
  }

  @Override
  OwnedPostgreSql server() {
    return OwnedPostgreSql.start(Settings.DEFAULT, Optional.of(timescale()), Map.of());
  }

  @Override
  Map<String, String> options() {
    return Map.of(
        "shape", "case",
        "hypertable", "true",
        "segment-by", "partition, name",
        "chunk-interval", "PT1H");
  }
}
