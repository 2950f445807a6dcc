package io.tidemark.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.ConfigLoader;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

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

  private static List<String> warnings(String... settings) {
    return Preflight.warnings(ConfigLoader.load(Optional.empty(), List.of(settings)).config());
  }
}
