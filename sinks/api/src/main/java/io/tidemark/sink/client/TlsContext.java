package io.tidemark.sink.client;

import io.tidemark.sink.TargetConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Collection;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Both sides of TLS: whom the client trusts (the system's authorities, only those of a PEM file, or
 * anyone), and which certificate it shows to a server that asks.
 */
public final class TlsContext {
  private static final Logger LOG = LoggerFactory.getLogger(TlsContext.class);

  private TlsContext() {}

  /**
   * @throws IllegalArgumentException if a file can't be read or does not hold what it should
   */
  public static SSLContext of(TargetConfig.Tls tls) {
    if (tls.insecureSkipVerify()) {
      LOG.warn(TargetConfig.Tls.INSECURE);
    }
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(identity(tls), trust(tls), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has TLS", e);
    }
  }

  /** Returns the client's own certificate and key; null if it has none. */
  private static KeyManager[] identity(TargetConfig.Tls tls) {
    return tls.certificateFile().isEmpty()
        ? null
        : PemFiles.identity(Path.of(tls.certificateFile()), Path.of(tls.keyFile()));
  }

  /**
   * Returns whom to trust, for a client that makes its own context.
   *
   * @throws IllegalArgumentException if the authorities can't be read
   */
  public static TrustManager[] trust(TargetConfig.Tls tls) {
    if (tls.insecureSkipVerify()) {
      return new TrustManager[] {new TrustsAnyone()};
    }
    if (tls.caFile().isEmpty()) {
      return new TrustManager[] {new SystemAuthorities()};
    }
    try {
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(authorities(Path.of(tls.caFile())));
      return trust.getTrustManagers();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has TLS", e);
    }
  }

  private static KeyStore authorities(Path pem) throws GeneralSecurityException {
    Collection<? extends Certificate> certificates =
        PemFiles.certificates("target.tls.ca-file", pem);
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    try {
      store.load(null, null);
    } catch (IOException e) {
      throw new IllegalStateException("an empty store is not read", e);
    }
    int number = 0;
    for (Certificate certificate : certificates) {
      store.setCertificateEntry("ca-" + number++, certificate);
    }
    return store;
  }
}
