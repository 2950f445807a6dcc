package io.tidemark.sink.client;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The authorities that Java trusts, read when a server first shows a certificate. To read all of
 * them takes a tenth of a second, which a client in plain text need not spend. Thread-safe.
 */
final class SystemAuthorities extends X509ExtendedTrustManager {
  /** The authorities are read when this class is first used. */
  private static final class Read {
    private static final X509ExtendedTrustManager AUTHORITIES = read();

    private static X509ExtendedTrustManager read() {
      try {
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init((KeyStore) null);
        return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("Java's own authorities can't be read", e);
      }
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    Read.AUTHORITIES.checkServerTrusted(chain, type, engine);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    Read.AUTHORITIES.checkServerTrusted(chain, type, socket);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    Read.AUTHORITIES.checkServerTrusted(chain, type);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    Read.AUTHORITIES.checkClientTrusted(chain, type, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    Read.AUTHORITIES.checkClientTrusted(chain, type, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    Read.AUTHORITIES.checkClientTrusted(chain, type);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return Read.AUTHORITIES.getAcceptedIssuers();
  }
}
