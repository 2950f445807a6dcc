package io.tidemark.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.tidemark.cluster.Route;
import io.tidemark.sink.TargetConfig;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A way to a Flink and its database through the API server's port forwarding. */
final class KubernetesRoute implements Route {
  private static final int REST_PORT = 8081;

  private final KubernetesClient client;
  private final String namespace;
  private final String name;
  private final Runnable onClose;
  private final Forward rest;
  private final Map<URI, Optional<Forward>> databases = new HashMap<>();
  private final SavepointCopies savepoints;

  /**
   * @param name name of the FlinkDeployment
   * @param onClose called when the route no longer uses the deployment
   */
  KubernetesRoute(KubernetesClient client, String namespace, String name, Runnable onClose) {
    this.client = client;
    this.namespace = namespace;
    this.name = name;
    this.onClose = onClose;
    this.rest = Forward.start(client, this::jobManager, REST_PORT);
    this.savepoints = new SavepointCopies(client, this::jobManager);
  }

  private Optional<Pod> jobManager() {
    return ServiceAddress.running(
        client
            .pods()
            .inNamespace(namespace)
            .withLabel("app", name)
            .withLabel("component", "jobmanager")
            .list()
            .getItems());
  }

  @Override
  public URI rest() {
    return rest.uri("http", "");
  }

  @Override
  public boolean isLocal() {
    return false;
  }

  @Override
  public TargetConfig reachable(TargetConfig target) {
    return new TargetConfig(
        target.type(),
        reachable(target.urls()),
        target.acceptLoad(),
        reachable(target.metricsUrls()),
        reachable(target.hostMetricsUrls()),
        target.extraLabels(),
        target.runLabel(),
        target.options(),
        target.auth(),
        target.tls());
  }

  private List<URI> reachable(List<URI> addresses) {
    return addresses.stream().map(this::reachable).toList();
  }

  /**
   * Returns an address at which this process reaches the database. If no Service of the cluster has
   * the address, it may be outside, where this process reaches it as the pods do.
   */
  private URI reachable(URI address) {
    return databases
        .computeIfAbsent(
            address,
            unknown ->
                ServiceAddress.find(client, namespace, unknown)
                    .map(service -> Forward.start(client, service::pod, service.podPort())))
        .map(forward -> forward.uri(address.getScheme(), address.getRawPath()))
        .orElse(address);
  }

  @Override
  public String readable(String savepoint) {
    return savepoints.of(savepoint);
  }

  @Override
  public void close() {
    rest.close();
    databases.values().forEach(forward -> forward.ifPresent(Forward::close));
    savepoints.close();
    onClose.run();
    client.close();
  }
}
