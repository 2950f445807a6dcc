package io.tidemark.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.ConfigLoader;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreflightTest {
  @Test
  void warnsOfServersThatAreNotVerifiedAndOfValuesThatMayBeStoredAsUnknown() {
    assertThat(warnings()).isEmpty();
    assertThat(warnings("target.tls.insecure-skip-verify=true")).hasSize(1);
    assertThat(warnings("source.type=kafka", "target.type=rrdcached", "target.step=1s"))
        .singleElement()
        .asString()
        .contains("amplify.interval=1m", "target.heartbeat=10s");
  }

  @ParameterizedTest
  @CsvSource({
    "postgresql, postgresql://127.0.0.1/metrics, 5432",
    "mysql, mysql://127.0.0.1/metrics, 3306",
    "victoriametrics, http://127.0.0.1, 80",
    "victoriametrics, https://127.0.0.1, 443",
    "victoriametrics, http://127.0.0.1:8428, 8428",
  })
  void looksForADatabaseAtThePortOfItsKind(String type, String url, int port) {
    assertThat(Preflight.port(URI.create(url), type)).isEqualTo(port);
  }

  private static List<String> warnings(String... settings) {
    return Preflight.warnings(ConfigLoader.load(Optional.empty(), List.of(settings)).config());
  }
}
