package io.tidemark.sink.mysql;

import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.client.TlsContext;
import io.tidemark.sink.client.TrustsAnyone;
import javax.net.ssl.TrustManager;
import org.mariadb.jdbc.Configuration;
import org.mariadb.jdbc.HostAddress;
import org.mariadb.jdbc.export.ExceptionFactory;
import org.mariadb.jdbc.export.SslMode;
import org.mariadb.jdbc.plugin.tls.main.DefaultTlsSocketPlugin;

/**
 * Whom the driver's TLS trusts: those of {@code target.tls}, as for every other database. Without
 * this it would take a certificate that nobody vouches for, and look at it only after the log-in.
 */
public final class DriverTrust extends DefaultTlsSocketPlugin {
  static final String TYPE = "tidemark";

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public TrustManager[] getTrustManager(
      Configuration configuration, ExceptionFactory exceptions, HostAddress host) {
    if (configuration.sslMode() == SslMode.TRUST) {
      return new TrustManager[] {new TrustsAnyone()};
    }
    String authority = configuration.serverSslCert();
    return TlsContext.trust(TargetConfig.Tls.of(authority == null ? "" : authority));
  }
}
