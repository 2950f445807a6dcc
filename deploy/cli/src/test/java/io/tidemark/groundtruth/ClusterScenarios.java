package io.tidemark.groundtruth;

import static io.tidemark.ceiling.Cause.JOB_IN_FLIGHT;
import static io.tidemark.ceiling.Cause.NETWORK;
import static io.tidemark.ceiling.Cause.NONE_REACHED;
import static io.tidemark.ceiling.Cause.SOURCE;
import static io.tidemark.ceiling.Cause.TSDB_CPU;
import static io.tidemark.ceiling.Cause.TSDB_REJECTING;
import static io.tidemark.ceiling.Cause.TSDB_SLOTS;
import static io.tidemark.ceiling.Cause.TSDB_STORAGE;
import static io.tidemark.groundtruth.Expected.noneOf;
import static io.tidemark.groundtruth.Expected.oneOf;
import static io.tidemark.groundtruth.Scenario.ceiling;
import static io.tidemark.groundtruth.Scenario.watch;

import java.time.Duration;
import java.util.List;

/** A third of what is tried of a single node, and what only a cluster can be. */
final class ClusterScenarios {
  private ClusterScenarios() {}

  static List<Scenario> all() {
    return List.of(
        ceiling("a cluster as it comes", ClusterEnvironments::asItComes, noneOf(TSDB_SLOTS)),
        // Three processes fill two cores until the job is compiled.
        ceiling("a cluster with one slot", () -> ClusterEnvironments.slots(1), oneOf(TSDB_SLOTS))
            .withOptions(GroundTruth.MAX_DURATION, "90s"),
        ceiling(
            "a cluster whose vminsert has a quarter of a core",
            () -> ClusterEnvironments.insertQuota(0.25),
            oneOf(TSDB_CPU)),
        ceiling(
            "a cluster whose vmstorage has a quarter of a core",
            () -> ClusterEnvironments.storageQuota(0.25),
            oneOf(TSDB_CPU)),
        ceiling("a cluster that is read-only", ClusterEnvironments::readOnly, oneOf(TSDB_STORAGE)),
        ceiling(
            "a thin line to a cluster",
            () -> ClusterEnvironments.behindLine(Scenarios.THIN_BYTES_PER_SECOND, Duration.ZERO),
            oneOf(NETWORK)),
        watch(
            "one request in flight over a long line to a cluster",
            () ->
                ClusterEnvironments.behindLine(0, Duration.ofMillis(50)).with("write.in-flight=1"),
            oneOf(JOB_IN_FLIGHT)),
        ceiling(
            "429 for every tenth before a cluster",
            () -> ClusterEnvironments.rejecting(10, 429),
            oneOf(TSDB_REJECTING)),
        ceiling(
            "a source with a rate into a cluster",
            () -> ClusterEnvironments.asItComes().with("source.datagen.rate=20000"),
            oneOf(SOURCE)),
        ceiling(
                "nothing of a cluster is full",
                () -> ClusterEnvironments.asItComes().with("source.datagen.rate=500"),
                oneOf(NONE_REACHED))
            .withOptions("--by", "m"));
  }
}
