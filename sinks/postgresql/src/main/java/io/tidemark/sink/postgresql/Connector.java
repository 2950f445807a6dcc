package io.tidemark.sink.postgresql;

import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.client.SecretSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * Opens connections as the target says: with TLS that is verified on anything but loopback, and a
 * password that is read again when its file has changed. Thread-safe.
 */
final class Connector {
  static final int DEFAULT_PORT = 5432;
  private static final String DEFAULT_DATABASE = "postgres";

  /** pgjdbc's watcher of forgotten connections outlives the last of them, by 30 s unless told. */
  private static final String CLEANER_LIVES = "pgjdbc.config.cleanup.thread.ttl";

  private static final Driver DRIVER = driver();

  private final URI url;
  private final TargetConfig target;
  private final Options options;
  private final SecretSource password;

  /**
   * @throws IllegalArgumentException if the target's settings can't be used
   */
  Connector(TargetConfig target) {
    if (target.urls().size() != 1) {
      throw new IllegalArgumentException(
          "target.urls must hold one address: rows that are sent again must reach the same database");
    }
    this.url = target.urls().get(0);
    this.target = target;
    this.options = Options.of(target);
    TargetConfig.Auth auth = target.auth();
    boolean none = auth.password().isEmpty() && auth.passwordFile().isEmpty();
    this.password =
        none
            ? null
            : SecretSource.of(
                "target.auth.password",
                auth.password(),
                auth.passwordFile(),
                System::getenv,
                System::nanoTime);
  }

  /** Not among the drivers of the whole JVM: a session cluster unloads the job's classes. */
  private static Driver driver() {
    if (System.getProperty(CLEANER_LIVES) == null) {
      System.setProperty(CLEANER_LIVES, "1000");
    }
    try {
      if (Driver.isRegistered()) {
        Driver.deregister();
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the driver registers itself as it is loaded", e);
    }
    return new Driver();
  }

  /**
   * @param timeout of connecting, and of each answer
   */
  Connection open(Duration timeout, String application) throws SQLException {
    var properties = new Properties();
    int seconds = (int) Math.max(1, timeout.toSeconds());
    PGProperty.CONNECT_TIMEOUT.set(properties, seconds);
    PGProperty.SOCKET_TIMEOUT.set(properties, seconds);
    PGProperty.TCP_KEEP_ALIVE.set(properties, true);
    PGProperty.APPLICATION_NAME.set(properties, application);
    if (!target.auth().username().isEmpty()) {
      PGProperty.USER.set(properties, target.auth().username());
    }
    if (password != null) {
      PGProperty.PASSWORD.set(properties, secret());
    }
    tls(properties);
    return DRIVER.connect(jdbcUrl(), properties);
  }

  private synchronized String secret() {
    return password.current();
  }

  private void tls(Properties properties) {
    Options.SslMode mode = options.sslMode();
    String text =
        mode != Options.SslMode.AUTO ? mode.text() : isLoopback() ? "prefer" : "verify-full";
    PGProperty.SSL_MODE.set(properties, text);
    if (!target.tls().caFile().isEmpty()) {
      PGProperty.SSL_ROOT_CERT.set(properties, target.tls().caFile());
    } else if (text.startsWith("verify")) {
      // The system's authorities, and not a file in the user's home.
      PGProperty.SSL_FACTORY.set(properties, "org.postgresql.ssl.DefaultJavaSSLFactory");
    }
  }

  boolean isLoopback() {
    try {
      return InetAddress.getByName(url.getHost()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private String jdbcUrl() {
    String path = url.getRawPath() == null ? "" : url.getRawPath();
    String database = path.length() > 1 ? path.substring(1) : DEFAULT_DATABASE;
    return "jdbc:postgresql://%s:%d/%s"
        .formatted(url.getHost(), url.getPort() > 0 ? url.getPort() : DEFAULT_PORT, database);
  }

  Options options() {
    return options;
  }

  /** Host and port. */
  String endpoint() {
    return url.getPort() > 0 ? url.getAuthority() : url.getHost() + ":" + DEFAULT_PORT;
  }

  /** Whether it is TLS that failed, which no time mends. */
  static boolean isTlsFailure(SQLException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof javax.net.ssl.SSLException
          || cause instanceof java.security.GeneralSecurityException) {
        return true;
      }
    }
    boolean wasAnswered = failure.getCause() instanceof IOException || failure.getMessage() == null;
    return !wasAnswered && failure.getMessage().startsWith("The hostname ");
  }
}
