package io.tidemark.cli;

import io.tidemark.cluster.Cluster;
import io.tidemark.cluster.RestAddress;
import io.tidemark.console.PrintOptions;
import io.tidemark.job.config.ConfigException;
import io.tidemark.kubernetes.KubernetesCluster;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options for where a command's result goes, beside how it is printed. */
class OutputOptions extends PrintOptions {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for the result and Flink's warnings (tidemark.log).")
  Path folder;

  /** The options of every command that runs a job, beside its configuration. */
  static final class WithCluster extends OutputOptions {
    @Option(
        names = "--cluster",
        paramLabel = "URL",
        description = "REST address of a Flink session cluster.")
    private String url;

    @Option(
        names = "--kubernetes",
        paramLabel = "NAMESPACE[/NAME]",
        description = "Use this FlinkDeployment; without NAME, start one and delete it afterwards.")
    private String deployment;

    /**
     * Returns the Flink cluster that the options name; empty for a Flink in this process.
     *
     * @throws ConfigException if both options are given, or a value is no address
     */
    Optional<Cluster> cluster() {
      if (url != null && deployment != null) {
        throw new ConfigException("--cluster and --kubernetes are two clusters; name one");
      }
      return url != null
          ? Optional.of(RestAddress.parse(url))
          : Optional.ofNullable(deployment).map(KubernetesCluster::parse);
    }

    /**
     * @param address an address as {@link Cluster#address} returns it
     */
    static Cluster clusterOf(String address) {
      return KubernetesCluster.ofAddress(address).orElseGet(() -> RestAddress.parse(address));
    }
  }
}
