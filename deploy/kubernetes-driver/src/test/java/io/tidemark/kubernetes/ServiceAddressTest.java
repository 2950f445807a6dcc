package io.tidemark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

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

  @Test
  void anUpperCaseHostIsNone() {
    assertThat(ServiceAddress.name("VM", "metrics")).isEmpty();
  }
}
