package io.tidemark.sink.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;

class SystemAuthoritiesTest {
  @Test
  void areThoseOfJavaItself() throws Exception {
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init((KeyStore) null);
    X509Certificate[] javas =
        ((X509TrustManager) factory.getTrustManagers()[0]).getAcceptedIssuers();

    var authorities = new SystemAuthorities();

    assertThat(javas).isNotEmpty();
    assertThat(authorities.getAcceptedIssuers()).containsExactlyInAnyOrder(javas);
    X509Certificate[] trusted = {javas[0]};
    assertThatCode(() -> authorities.checkServerTrusted(trusted, "RSA")).doesNotThrowAnyException();
  }
}
