package io.tidemark.sink.mysql;

import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.sql.SqlServer;
import io.tidemark.sink.sql.SslMode;
import java.io.IOException;
import java.net.Socket;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import javax.net.ssl.SSLException;
import org.mariadb.jdbc.Driver;

/**
 * Opens connections as the target says: with TLS that is verified on anything but loopback, and a
 * password that is read again when its file has changed. Thread-safe.
 */
final class Connector {
  static final String SCHEME = "mysql";
  static final int DEFAULT_PORT = 3306;

  /** Those that show the server a proof of the password, and not the password. */
  private static final String LOG_INS =
      "mysql_native_password,caching_sha2_password,client_ed25519,parsec";

  /** Rests of payloads, of which few sizes recur. */
  private static final int KEPT_STATEMENTS = 16;

  /** What the driver says of a server without TLS. */
  private static final String NO_TLS = "ssl not enabled in the server";

  static {
    deregister();
  }

  private final TargetConfig target;
  private final SqlServer server;
  private final MySqlOptions options;

  /** Of a server on this machine, which need not have it. */
  private volatile boolean hasNoTls;

  /**
   * @throws IllegalArgumentException if the target's settings can't be used
   */
  Connector(TargetConfig target) {
    if (Driver.class.getClassLoader() != Connector.class.getClassLoader()) {
      throw new IllegalArgumentException(
          "MariaDB's driver was loaded apart from Tidemark: take it out of Flink's lib/, and give it as docs/mysql.md says");
    }
    this.target = target;
    this.server = new SqlServer(target, DEFAULT_PORT);
    this.options = MySqlOptions.of(target);
  }

  /** Not among the drivers of the whole JVM: a session cluster unloads the job's classes. */
  private static void deregister() {
    try {
      // It registers itself as it is loaded.
      var own = new Driver();
      for (var each : DriverManager.drivers().filter(own.getClass()::isInstance).toList()) {
        DriverManager.deregisterDriver(each);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the driver's own class may deregister it", e);
    }
  }

  /**
   * @param timeout of connecting, and of each answer
   */
  Connection open(Duration timeout, String program) throws SQLException {
    SslMode mode = SslMode.of(target.options(), server.isLoopback());
    if (mode != SslMode.PREFER) {
      return open(timeout, program, mode);
    }
    if (!hasNoTls) {
      try {
        return open(timeout, program, mode);
      } catch (SQLException e) {
        if (!(e.getCause() instanceof NoTls)) {
          throw e;
        }
        hasNoTls = true;
      }
    }
    return open(timeout, program, SslMode.DISABLE);
  }

  private Connection open(Duration timeout, String program, SslMode mode) throws SQLException {
    try {
      var opened = new Driver().connect(jdbcUrl(), properties(timeout, program, mode));
      return new Connection(opened, DriverSockets.take());
    } catch (SQLException e) {
      throw String.valueOf(e.getMessage()).contains(NO_TLS)
          ? new SQLException("the server has no TLS", "08001", new NoTls())
          : e;
    } catch (IllegalArgumentException e) {
      throw new SQLException("no MySQL answers there: " + e.getMessage(), "08004", e);
    } finally {
      close(DriverSockets.take());
    }
  }

  private static final class NoTls extends SSLException {
    NoTls() {
      super("no TLS");
    }
  }

  private static void close(Socket left) {
    try {
      if (left != null) {
        left.close();
      }
    } catch (IOException e) {
      // Nothing of it is used any more.
    }
  }

  /** All that the driver would do beyond what is asked of it is off. */
  private Properties properties(Duration timeout, String program, SslMode mode) {
    var all = new Properties();
    long millis = Math.max(1, timeout.toMillis());
    all.put("user", user());
    server.password().ifPresent(password -> all.put("password", password));
    all.put("connectTimeout", Long.toString(millis));
    all.put("socketTimeout", Long.toString(millis));
    all.put("tcpKeepAlive", "true");
    all.put("socketFactory", DriverSockets.class.getName());
    all.put("connectionAttributes", "program_name:" + program);
    all.put("useServerPrepStmts", "true");
    all.put("prepStmtCacheSize", Integer.toString(KEPT_STATEMENTS));
    // A row that is there with the same value is none that was changed.
    all.put("useAffectedRows", "true");
    all.put("jdbcCompliantTruncation", "false");
    all.put("restrictedAuth", LOG_INS);
    for (String off :
        List.of(
            "allowPublicKeyRetrieval",
            "allowLocalInfile",
            "allowMultiQueries",
            "permitRedirect",
            "fallbackToSystemKeyStore")) {
      all.put(off, "false");
    }
    all.put("tlsSocketType", DriverTrust.TYPE);
    all.put("sslMode", verification(mode));
    if (!target.tls().caFile().isEmpty()) {
      all.put("serverSslCert", target.tls().caFile());
    }
    return all;
  }

  private String jdbcUrl() {
    return "jdbc:mariadb://%s:%d/%s"
        .formatted(server.host(), server.port(), server.database().orElse(""));
  }

  /** In the driver's words. */
  private String verification(SslMode mode) {
    return switch (mode) {
      case PREFER -> "trust";
      // Who names an authority wants it asked.
      case REQUIRE -> target.tls().caFile().isEmpty() ? "trust" : "verify-ca";
      default -> mode.text();
    };
  }

  /** As its own tools do, else the user who runs this. */
  private String user() {
    String name = target.auth().username();
    return name.isEmpty() ? System.getProperty("user.name") : name;
  }

  SqlServer server() {
    return server;
  }

  MySqlOptions options() {
    return options;
  }
}
