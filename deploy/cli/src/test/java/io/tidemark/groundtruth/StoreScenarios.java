package io.tidemark.groundtruth;

import static io.tidemark.ceiling.Cause.NETWORK;
import static io.tidemark.ceiling.Cause.TSDB_CPU;
import static io.tidemark.ceiling.Cause.TSDB_REJECTING;
import static io.tidemark.ceiling.Cause.TSDB_STORAGE;
import static io.tidemark.groundtruth.Expected.oneOf;
import static io.tidemark.groundtruth.Scenario.ceiling;
import static io.tidemark.groundtruth.Scenarios.SMALL_BATCHES;
import static io.tidemark.groundtruth.StoreEnvironments.IGNITE;
import static io.tidemark.groundtruth.StoreEnvironments.OPENTSDB;

import java.util.List;
import java.util.stream.Stream;

/** Of stores whose servers take a while to start: that is not of a search's time. */
final class StoreScenarios {
  /** A point has 240 bytes as JSON: 4,000 a second. */
  private static final long THIN_BYTES_PER_SECOND = 1_000_000;

  private static final long LOG_BYTES_PER_SECOND = 1_000_000;

  /** What they pay for making series is no part of it. */
  private static final String FEW_SERIES = "source.datagen.series=1000";

  /**
   * Answers of a TSD take a second at first; and a job's end waits two for the threads of Ignite's
   * client.
   */
  private static final String LONGER = "75s";

  private StoreScenarios() {}

  static List<Scenario> all() {
    return Stream.concat(openTsdb(), ignite()).toList();
  }

  private static Stream<Scenario> openTsdb() {
    return Stream.of(
            ceiling(
                "OpenTSDB and HBase with half a core",
                () -> OPENTSDB.quota(0.5).with(FEW_SERIES, SMALL_BATCHES),
                oneOf(TSDB_CPU)),
            ceiling(
                "OpenTSDB behind a thin line",
                () -> OPENTSDB.behindLine(THIN_BYTES_PER_SECOND).with(FEW_SERIES, SMALL_BATCHES),
                oneOf(NETWORK)),
            ceiling(
                "OpenTSDB with three connections allowed",
                // One is the probe's; idle ones of who asked before may be more.
                () ->
                    OPENTSDB
                        .with("tsd.core.connections.limit=4")
                        .with(FEW_SERIES, "write.batch-samples=300"),
                oneOf(TSDB_REJECTING).mentioning("tsd.core.connections.limit")))
        .map(scenario -> scenario.withOptions(GroundTruth.MAX_DURATION, LONGER));
  }

  private static Stream<Scenario> ignite() {
    return Stream.of(
            ceiling(
                "Ignite with half a core",
                () -> IGNITE.quota(0.5).with(FEW_SERIES, SMALL_BATCHES),
                oneOf(TSDB_CPU)),
            // Of a row of 50 bytes a whole body would be in the buffers of the line.
            ceiling(
                "Ignite behind a thin line",
                () ->
                    IGNITE
                        .behindLine(6 * THIN_BYTES_PER_SECOND)
                        .with(FEW_SERIES, SMALL_BATCHES, "target.payload-bytes=1024"),
                oneOf(NETWORK)),
            ceiling(
                "Ignite whose log takes 1 MB a second",
                () -> IGNITE.slowLog(LOG_BYTES_PER_SECOND).with(FEW_SERIES, SMALL_BATCHES),
                oneOf(TSDB_STORAGE)))
        .map(scenario -> scenario.withOptions(GroundTruth.MAX_DURATION, LONGER));
  }
}
