package io.tidemark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesClusterTest {
  @Test
  void isNamedByANamespaceAndPerhapsADeployment() {
    assertThat(KubernetesCluster.parse("metrics"))
        .isEqualTo(new KubernetesCluster("metrics", Optional.empty()));
    assertThat(KubernetesCluster.parse("metrics/tide-1"))
        .isEqualTo(new KubernetesCluster("metrics", Optional.of("tide-1")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "metrics/", "/tidemark", "Metrics", "a/b/c", "-a", "a_b"})
  void anythingElseIsRefusedWithAnExample(String text) {
    assertThatThrownBy(() -> KubernetesCluster.parse(text))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "--kubernetes=%s: expected NAMESPACE or NAMESPACE/NAME, such as metrics/tidemark"
                .formatted(text));
  }

  @Test
  void aComparisonFindsItAgainByWhatItKept() {
    var cluster = KubernetesCluster.parse("metrics/tidemark");

    assertThat(KubernetesCluster.ofAddress(cluster.address())).contains(cluster);
    assertThat(KubernetesCluster.ofAddress("http://127.0.0.1:8081")).isEmpty();
  }
}
