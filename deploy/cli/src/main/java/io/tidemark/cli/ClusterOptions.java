package io.tidemark.cli;

import io.tidemark.cluster.Cluster;
import io.tidemark.cluster.RestAddress;
import io.tidemark.job.config.ConfigException;
import io.tidemark.kubernetes.KubernetesCluster;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which Flink is meant; without any of them the job runs in this process. */
final class ClusterOptions {
  @Option(
      names = "--cluster",
      paramLabel = "URL",
      description = "REST address of a Flink session cluster.")
  private String url;

  @Option(
      names = "--kubernetes",
      paramLabel = "NAMESPACE[/NAME]",
      description =
          "A FlinkDeployment of the Flink operator; without NAME one that lives as long as this command.")
  private String deployment;

  /**
   * @throws ConfigException if both are given, or what is given is no address
   */
  Optional<Cluster> chosen() {
    if (url != null && deployment != null) {
      throw new ConfigException("--cluster and --kubernetes are two clusters; name one");
    }
    return url != null
        ? Optional.of(RestAddress.parse(url))
        : Optional.ofNullable(deployment).map(KubernetesCluster::parse);
  }

  /** As {@link Cluster#address} has it. */
  static Cluster of(String address) {
    return KubernetesCluster.ofAddress(address).orElseGet(() -> RestAddress.parse(address));
  }
}
