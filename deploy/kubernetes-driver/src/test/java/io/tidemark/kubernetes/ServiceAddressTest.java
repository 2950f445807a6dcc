package io.tidemark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceAddressTest {
  @ParameterizedTest
  @CsvSource({
    "vm, vm, metrics",
    "vm.other, vm, other",
    "vm.other.svc, vm, other",
    "vm.other.svc.cluster.local, vm, other",
  })
  void aHostMayBeAServiceOfTheNamespaceOrOfAnother(String host, String service, String namespace) {
    assertThat(ServiceAddress.name(host, "metrics"))
        .contains(new ServiceAddress.Name(service, namespace));
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.7", "db.example.com", "::1"})
  void anAddressElsewhereIsNone(String host) {
    assertThat(ServiceAddress.name(host, "metrics")).isEmpty();
  }

  /** Rights end at the namespace; inside the cluster the address holds as it is. */
  @Test
  void oneThatMayNotBeAskedForIsNoneAndOtherErrorsAreErrors() throws IOException {
    assertThat(found(403)).isEmpty();
    assertThatThrownBy(() -> found(500)).isInstanceOf(KubernetesClientException.class);
  }

  private static Optional<ServiceAddress> found(int status) throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/api/v1/namespaces/other/services/vm",
        exchange -> {
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
    var config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
            .withRequestRetryBackoffLimit(0)
            .build();
    try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
      return ServiceAddress.find(client, "metrics", URI.create("http://vm.other:8428"));
    } finally {
      server.stop(0);
    }
  }

  @Test
  void anUpperCaseHostIsNone() {
    assertThat(ServiceAddress.name("VM", "metrics")).isEmpty();
  }
}
