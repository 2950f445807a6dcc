package io.tidemark.groundtruth;

import static io.tidemark.ceiling.Cause.NETWORK;
import static io.tidemark.ceiling.Cause.TSDB_CPU;
import static io.tidemark.ceiling.Cause.TSDB_REJECTING;
import static io.tidemark.ceiling.Cause.TSDB_STORAGE;
import static io.tidemark.groundtruth.Expected.oneOf;
import static io.tidemark.groundtruth.Scenario.ceiling;
import static io.tidemark.groundtruth.Scenarios.SMALL_BATCHES;

import java.util.List;
import java.util.stream.Stream;

/** Of stores whose servers take a while to start: that is not of a search's time. */
final class StoreScenarios {
  /** A point has 240 bytes as JSON: 4,000 a second. */
  private static final long THIN_BYTES_PER_SECOND = 1_000_000;

  private static final long LOG_BYTES_PER_SECOND = 500_000;

  /** What they pay for making series is no part of it. */
  private static final String FEW_SERIES = "source.datagen.series=1000";

  /** A job's end waits two seconds for the threads of Ignite's client, and a search ends three. */
  private static final String LONGER = "75s";

  private StoreScenarios() {}

  static List<Scenario> all() {
    return Stream.concat(openTsdb(), ignite()).toList();
  }

  private static Stream<Scenario> openTsdb() {
    return Stream.of(
        ceiling(
            "OpenTSDB and HBase with half a core",
            () -> OpenTsdbEnvironments.quota(0.5).with(FEW_SERIES, SMALL_BATCHES),
            oneOf(TSDB_CPU)),
        ceiling(
            "OpenTSDB behind a thin line",
            () ->
                OpenTsdbEnvironments.behindLine(THIN_BYTES_PER_SECOND)
                    .with(FEW_SERIES, "write.batch-samples=300"),
            oneOf(NETWORK)),
        ceiling(
            "OpenTSDB whose HBase logs half a MB a second",
            () ->
                OpenTsdbEnvironments.slowLog(LOG_BYTES_PER_SECOND)
                    .with(FEW_SERIES, "write.batch-samples=300"),
            oneOf(TSDB_STORAGE)),
        ceiling(
                "OpenTSDB with two connections allowed",
                () ->
                    OpenTsdbEnvironments.connections(2).with(FEW_SERIES, "write.batch-samples=300"),
                oneOf(TSDB_REJECTING).mentioning("tsd.core.connections.limit"))
            .withOptions(GroundTruth.MAX_DURATION, LONGER));
  }

  private static Stream<Scenario> ignite() {
    return Stream.of(
            ceiling(
                "Ignite with half a core",
                () -> IgniteEnvironments.quota(0.5).with(FEW_SERIES, SMALL_BATCHES),
                oneOf(TSDB_CPU)),
            // A row has 50 bytes: what lies on the line must be more than its buffers hold.
            ceiling(
                "Ignite behind a thin line",
                () ->
                    IgniteEnvironments.behindLine(THIN_BYTES_PER_SECOND)
                        .with(FEW_SERIES, "write.batch-samples=4000"),
                oneOf(NETWORK)),
            ceiling(
                "Ignite whose log takes half a MB a second",
                () ->
                    IgniteEnvironments.slowLog(LOG_BYTES_PER_SECOND)
                        .with(FEW_SERIES, SMALL_BATCHES),
                oneOf(TSDB_STORAGE)))
        .map(scenario -> scenario.withOptions(GroundTruth.MAX_DURATION, LONGER));
  }
}
