package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretNamesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssl.keystore.password",
        "sasl.jaas.config",
        "sasl.oauthbearer.client.credentials.client.secret",
        "ssl.keystore.key",
        "bearerToken",
        "db_passwd",
        "TLS_PASSPHRASE"
      })
  void theseHoldSecrets(String name) {
    assertThat(SecretNames.isSecret(name)).isTrue();
    assertThat(SecretNames.isSuspicious(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "httpAuth.username",
        "remoteWrite.headers",
        "tlsCertFile",
        "-licenseFile",
        "pushmetrics.extraLabel=apikey",
        "https://u:p@db.corp/write"
      })
  void theseHadBetterNotBeSeen(String text) {
    assertThat(SecretNames.isSuspicious(text)).isTrue();
    assertThat(SecretNames.isSecret(text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"maxConcurrentInserts", "retentionPeriod", "8", "13M", "http://db:8428/"})
  void theseAreHarmless(String text) {
    assertThat(SecretNames.isSuspicious(text)).isFalse();
  }
}
