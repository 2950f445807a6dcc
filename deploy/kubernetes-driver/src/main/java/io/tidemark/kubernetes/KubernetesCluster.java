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
 * A FlinkDeployment of the Flink operator, in the Kubernetes that {@code KUBECONFIG} names, or that
 * this process runs in. Nothing but its API server is talked to.
 *
 * @param deployment its name; empty for a session cluster of our own
 */
public record KubernetesCluster(String namespace, Optional<String> deployment) implements Cluster {
  private static final String SCHEME = "kubernetes:";

  /** Kubernetes' own rule for names of both. */
  private static final Pattern TEXT =
      Pattern.compile("([a-z0-9](?:[-a-z0-9]*[a-z0-9])?)(?:/([a-z0-9](?:[-a-z0-9]*[a-z0-9])?))?");

  /** An API server that does not answer at once is none to measure through. */
  private static final int CONNECT_MILLIS = 5_000;

  private static final int RETRIES = 2;

  /**
   * @param text NAMESPACE or NAMESPACE/NAME
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
   * @param address as {@link #address} gives it; empty if it is of another kind of cluster
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

  /** What the API server says, or why it says nothing. */
  private static String reason(KubernetesClientException failure) {
    if (failure.getStatus() != null && failure.getStatus().getMessage() != null) {
      return failure.getStatus().getMessage();
    }
    return "the API server can't be reached (%s); is KUBECONFIG right?"
        .formatted(RootCause.of(failure));
  }
}
