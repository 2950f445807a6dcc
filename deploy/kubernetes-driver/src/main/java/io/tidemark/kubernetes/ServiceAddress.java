package io.tidemark.kubernetes;

import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Service with one of its ports, as pods address it. */
record ServiceAddress(KubernetesClient client, Service service, ServicePort port) {
  /** A host's name: SERVICE or SERVICE.NAMESPACE, also with the suffixes of the cluster's DNS. */
  private static final Pattern HOST =
      Pattern.compile(
          "([a-z][-a-z0-9]*)(?:\\.([a-z0-9][-a-z0-9]*)(?:\\.svc(?:\\.[-.a-z0-9]+)?)?)?");

  private static final int HTTP_PORT = 80;

  /**
   * Finds the Service that an address names.
   *
   * @param namespace namespace of hosts that name none
   * @return the Service; empty if it is none of this cluster, or access to it is forbidden. The
   *     address itself may then be reachable
   */
  static Optional<ServiceAddress> find(KubernetesClient client, String namespace, URI address) {
    Optional<Name> name = name(address.getHost(), namespace);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    Service service = service(client, name.get());
    if (service == null || service.getSpec().getSelector().isEmpty()) {
      return Optional.empty();
    }
    int port = address.getPort() > 0 ? address.getPort() : HTTP_PORT;
    return service.getSpec().getPorts().stream()
        .filter(candidate -> candidate.getPort() == port)
        .findFirst()
        .map(found -> new ServiceAddress(client, service, found));
  }

  /** Returns the Service; null if it does not exist, or access to it is forbidden. */
  private static Service service(KubernetesClient client, Name name) {
    try {
      return client.services().inNamespace(name.namespace()).withName(name.service()).get();
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
        return null;
      }
      throw e;
    }
  }

  /** The service and namespace that a host's name means if it is the name of a Service. */
  record Name(String service, String namespace) {}

  static Optional<Name> name(String host, String namespace) {
    Matcher parts = HOST.matcher(host);
    return parts.matches()
        ? Optional.of(new Name(parts.group(1), parts.group(2) == null ? namespace : parts.group(2)))
        : Optional.empty();
  }

  /** Returns a pod of the Service that runs. */
  Optional<Pod> pod() {
    return running(
        client
            .pods()
            .inNamespace(service.getMetadata().getNamespace())
            .withLabels(service.getSpec().getSelector())
            .list()
            .getItems());
  }

  /** Returns the port on which the pods listen, which may differ from the Service's own. */
  int podPort() {
    IntOrString target = port.getTargetPort();
    if (target == null) {
      return port.getPort();
    }
    if (target.getIntVal() != null) {
      return target.getIntVal();
    }
    return pod().stream()
        .flatMap(pod -> pod.getSpec().getContainers().stream())
        .flatMap(container -> container.getPorts().stream())
        .filter(named -> target.getStrVal().equals(named.getName()))
        .map(ContainerPort::getContainerPort)
        .findFirst()
        .orElse(port.getPort());
  }

  static Optional<Pod> running(List<Pod> pods) {
    return pods.stream()
        .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .findFirst();
  }
}
