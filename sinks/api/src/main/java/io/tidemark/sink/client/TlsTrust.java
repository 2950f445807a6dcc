package io.tidemark.sink.client;

import io.tidemark.sink.TargetConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Whom to trust: the system's authorities, or only those of a PEM file. */
public final class TlsTrust {
  private TlsTrust() {}

  /**
   * @throws IllegalArgumentException if the file can't be read or holds no certificate
   */
  public static SSLContext context(TargetConfig.Tls tls) {
    try {
      var context = SSLContext.getInstance("TLS");
      if (tls.caFile().isEmpty()) {
        context.init(null, null, null);
        return context;
      }
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(authorities(Path.of(tls.caFile())));
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "target.tls.ca-file: can't read PEM certificates [path=%s, cause=%s]"
              .formatted(tls.caFile(), e.getClass().getSimpleName()),
          e);
    }
  }

  private static KeyStore authorities(Path pem) throws IOException, GeneralSecurityException {
    Collection<? extends Certificate> certificates;
    try (InputStream in = Files.newInputStream(pem)) {
      certificates = CertificateFactory.getInstance("X.509").generateCertificates(in);
    }
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException(
          "target.tls.ca-file holds no certificate [path=%s]; expected PEM".formatted(pem));
    }
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    int number = 0;
    for (Certificate certificate : certificates) {
      store.setCertificateEntry("ca-" + number++, certificate);
    }
    return store;
  }
}
