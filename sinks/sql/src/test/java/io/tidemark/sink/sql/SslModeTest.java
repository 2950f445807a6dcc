package io.tidemark.sink.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SslModeTest {
  private static SslMode of(String option, boolean isLoopback) {
    return SslMode.of(new TreeMap<>(Map.of("ssl-mode", option)), isLoopback);
  }

  @Test
  void verifiesTheServerButOnLoopback() {
    assertThat(SslMode.of(new TreeMap<>(), false)).isEqualTo(SslMode.VERIFY_FULL);
    assertThat(SslMode.of(new TreeMap<>(), true)).isEqualTo(SslMode.PREFER);
    assertThat(of("verify-ca", true)).isEqualTo(SslMode.VERIFY_CA);
    assertThat(of("disable", false)).isEqualTo(SslMode.DISABLE);
  }

  @Test
  void isWrittenAsTheServersHaveIt() {
    assertThat(SslMode.VERIFY_FULL.text()).isEqualTo("verify-full");
  }
}
