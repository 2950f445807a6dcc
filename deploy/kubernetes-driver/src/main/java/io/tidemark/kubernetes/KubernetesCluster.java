package io.tidemark.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.tidemark.cluster.Cluster;
import io.tidemark.cluster.Route;
import io.tidemark.job.RootCause;
import io.tidemark.job.config.ConfigException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A FlinkDeployment of the Flink operator, in the Kubernetes that {@code KUBECONFIG} names, or in
 * the one in which this process runs. All traffic goes through the API server.
 *
 * @param deployment name of the FlinkDeployment; empty for a session cluster that this command
 *     starts
 */
public record KubernetesCluster(String namespace, Optional<String> deployment) implements Cluster {
  private static final String SCHEME = "kubernetes:";

  /** Kubernetes' rule for the names of namespaces and deployments. */
  private static final Pattern TEXT =
      Pattern.compile("([a-z0-9](?:[-a-z0-9]*[a-z0-9])?)(?:/([a-z0-9](?:[-a-z0-9]*[a-z0-9])?))?");

  /** Time to connect to an API server; one that needs longer is too slow to measure through. */
  private static final int CONNECT_MILLIS = 5_000;

  private static final int RETRIES = 2;

  /**
   * @param text text of the form NAMESPACE or NAMESPACE/NAME
   */
  public static KubernetesCluster parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new ConfigException(
          "--kubernetes=%s: expected NAMESPACE or NAMESPACE/NAME, such as metrics/tidemark"
              .formatted(text));
    }
    return new KubernetesCluster(parts.group(1), Optional.ofNullable(parts.group(2)));
  }

  /**
   * Returns the cluster with this address; empty if the address is of another kind of cluster.
   *
   * @param address an address as {@link #address} returns it
   */
  public static Optional<Cluster> ofAddress(String address) {
    return address.startsWith(SCHEME)
        ? Optional.of(parse(address.substring(SCHEME.length())))
        : Optional.empty();
  }

  private String text() {
    return namespace + deployment.map(n -> "/" + n).orElse("");
  }

  @Override
  public String name() {
    return "--kubernetes " + text();
  }

  @Override
  public String address() {
    return SCHEME + text();
  }

  @Override
  public Route open(int slots) {
    KubernetesClient client = client();
    try {
      var deployments = new Deployments(client, namespace);
      if (deployment.isPresent()) {
        deployments.requireReady(deployment.get(), name());
        return new KubernetesRoute(client, namespace, deployment.get(), () -> {});
      }
      var own = OwnDeployment.start(deployments, name(), slots);
      var route = new KubernetesRoute(client, namespace, own.name(), own::close);
      try {
        deployments.requireSlots(own.name(), name(), route.rest(), own.slots());
        return route;
      } catch (RuntimeException e) {
        route.close();
        throw e;
      }
    } catch (KubernetesClientException e) {
      client.close();
      throw new ConfigException("%s: %s".formatted(name(), reason(e)), e);
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  private static KubernetesClient client() {
    Config config =
        new ConfigBuilder(Config.autoConfigure(null))
            .withConnectionTimeout(CONNECT_MILLIS)
            .withRequestRetryBackoffLimit(RETRIES)
            .build();
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  /** Returns what the API server says, or why it could not be asked. */
  private static String reason(KubernetesClientException failure) {
    if (failure.getStatus() != null && failure.getStatus().getMessage() != null) {
      return failure.getStatus().getMessage();
    }
    return "the API server can't be reached (%s); is KUBECONFIG right?"
        .formatted(RootCause.of(failure));
  }
}
