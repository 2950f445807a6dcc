package io.tidemark.groundtruth;

import io.tidemark.simulated.Link;
import io.tidemark.testing.FaultProxy;
import io.tidemark.testing.FaultProxy.Answer;
import io.tidemark.testing.VictoriaMetricsCluster;
import io.tidemark.testing.VictoriaMetricsCluster.Part;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Bottlenecks of a real cluster, a vminsert before a vmstorage, put there on purpose. */
final class ClusterEnvironments {
  /** None of them matches, and each has to look at all of a name to know that. */
  private static final String RULES =
      """
      - action: replace
        source_labels: [__name__, instance]
        regex: "(.+)_([a-z]+)x;(.+)-([0-9]+)y"
        target_label: shard
        replacement: "$2"
      """
          .repeat(20);

  private ClusterEnvironments() {}

  static Environment asItComes() {
    return to(start(Part.DEFAULT, Part.DEFAULT));
  }

  /**
   * Labels are changed by rules, so that a sample costs the vminsert more than job and vmstorage
   * together: one slot, which is one core at most, leaves some of two free.
   */
  static Environment slots(int slots) {
    Part insert = Part.flags("-maxConcurrentInserts=" + slots).relabelling(RULES);
    return to(start(insert, Part.DEFAULT));
  }

  static Environment insertQuota(double cores) {
    return to(start(Part.cores(cores), Part.DEFAULT));
  }

  /** The vminsert before it has cores to spare. */
  static Environment storageQuota(double cores) {
    return to(start(Part.DEFAULT, Part.cores(cores)));
  }

  static Environment readOnly() {
    // More than any disk has.
    return to(start(Part.DEFAULT, Part.flags("-storage.minFreeDiskSpaceBytes=1000000000000000")));
  }

  static Environment behindLine(long bytesPerSecond, Duration addedLatency) throws Exception {
    VictoriaMetricsCluster cluster = start(Part.DEFAULT, Part.DEFAULT);
    Link link = Link.to(cluster.insert(), bytesPerSecond, addedLatency);
    return to(cluster, link.url(), link);
  }

  /** Before it a gateway that turns every n-th write away. */
  static Environment rejecting(int everyNth, int status) throws Exception {
    VictoriaMetricsCluster cluster = start(Part.DEFAULT, Part.DEFAULT);
    var gateway =
        new FaultProxy(
            cluster.insert().toString(),
            write -> write.number() % everyNth == 0 ? Answer.status(status) : Answer.STORE);
    return to(cluster, URI.create(gateway.url()), gateway);
  }

  private static VictoriaMetricsCluster start(Part insert, Part storage) {
    Path binaries =
        VictoriaMetricsCluster.binaries()
            .orElseGet(
                () ->
                    Assumptions.abort(
                        "there is no cluster of VictoriaMetrics: TIDEMARK_TEST_VICTORIA_METRICS_CLUSTER is not set"));
    return VictoriaMetricsCluster.start(binaries, insert, storage);
  }

  private static Environment to(VictoriaMetricsCluster cluster) {
    return to(cluster, cluster.insert());
  }

  private static Environment to(VictoriaMetricsCluster cluster, URI url, AutoCloseable... before) {
    var parts = new ArrayList<AutoCloseable>(List.of(cluster));
    parts.addAll(List.of(before));
    return Environment.of(parts.toArray(AutoCloseable[]::new))
        .with(
            "target.urls=[" + url + "]",
            "target.tenant=0:0",
            "target.metrics-urls=[%s, %s]".formatted(cluster.insert(), cluster.storage()));
  }
}
