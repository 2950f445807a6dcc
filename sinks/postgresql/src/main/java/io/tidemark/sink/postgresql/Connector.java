package io.tidemark.sink.postgresql;

import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.client.TlsFailure;
import io.tidemark.sink.sql.SqlServer;
import io.tidemark.sink.sql.SslMode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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
  static final String SCHEME = "postgresql";
  static final int DEFAULT_PORT = 5432;
  private static final String DEFAULT_DATABASE = "postgres";

  /** pgjdbc's watcher of forgotten connections outlives the last of them, by 30 s unless told. */
  private static final String CLEANER_LIVES = "pgjdbc.config.cleanup.thread.ttl";

  private static final Driver DRIVER = driver();

  private final TargetConfig target;
  private final SqlServer server;
  private final PostgreSqlOptions options;

  /**
   * @throws IllegalArgumentException if the target's settings can't be used
   */
  Connector(TargetConfig target) {
    this.target = target;
    this.server = new SqlServer(target, DEFAULT_PORT);
    this.options = PostgreSqlOptions.of(target);
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
    server.password().ifPresent(password -> PGProperty.PASSWORD.set(properties, password));
    tls(properties);
    return DRIVER.connect(jdbcUrl(), properties);
  }

  private void tls(Properties properties) {
    SslMode mode = SslMode.of(target.options(), server.isLoopback());
    boolean namesAuthority = !target.tls().caFile().isEmpty();
    // As libpq has it: who names an authority wants it asked. The driver would not.
    PGProperty.SSL_MODE.set(
        properties, mode == SslMode.REQUIRE && namesAuthority ? "verify-ca" : mode.text());
    if (namesAuthority) {
      PGProperty.SSL_ROOT_CERT.set(properties, target.tls().caFile());
    } else if (mode.text().startsWith("verify")) {
      // The system's authorities, and not a file in the user's home.
      PGProperty.SSL_FACTORY.set(properties, "org.postgresql.ssl.DefaultJavaSSLFactory");
    }
  }

  private String jdbcUrl() {
    String database =
        URLEncoder.encode(server.database().orElse(DEFAULT_DATABASE), StandardCharsets.UTF_8);
    return "jdbc:postgresql://%s:%d/%s".formatted(server.host(), server.port(), database);
  }

  SqlServer server() {
    return server;
  }

  PostgreSqlOptions options() {
    return options;
  }

  /** Whether it is TLS that failed, which no time mends. */
  static boolean isTlsFailure(SQLException failure) {
    boolean wasAnswered = failure.getCause() instanceof IOException || failure.getMessage() == null;
    return TlsFailure.isRefusal(failure)
        || !wasAnswered && failure.getMessage().startsWith("The hostname ");
  }
}
