package io.tidemark.sink.mysql;

import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.client.TlsContext;
import io.tidemark.sink.client.TrustsAnyone;
import io.tidemark.sink.mysql.Options.SslMode;
import io.tidemark.sink.sql.SqlServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/**
 * Opens connections as the target says: with TLS that is verified on anything but loopback, and a
 * password that is read again when its file has changed. Thread-safe.
 */
final class Connector {
  static final int DEFAULT_PORT = 3306;

  private final TargetConfig target;
  private final SqlServer server;
  private final Options options;

  /**
   * @throws IllegalArgumentException if the target's settings can't be used
   */
  Connector(TargetConfig target) {
    this.target = target;
    this.server = new SqlServer(target, DEFAULT_PORT);
    this.options = Options.of(target);
  }

  /**
   * @param timeout of connecting, and of each answer
   */
  Connection open(Duration timeout, String program) throws SQLException {
    var socket = new Socket();
    try {
      int millis = (int) Math.max(1, timeout.toMillis());
      socket.setTcpNoDelay(true);
      socket.setKeepAlive(true);
      socket.setSoTimeout(millis);
      socket.connect(new InetSocketAddress(server.host(), server.port()), millis);
      var account =
          new Handshake.Account(user(), server.password().orElse(""), database(), program);
      var handshake = new Handshake(socket, account, new Tls());
      return new Connection(socket, handshake.run());
    } catch (IOException e) {
      close(socket);
      throw new SQLException(
          "can't connect to %s: %s".formatted(server.endpoint(), e.getMessage()), "08S01", e);
    } catch (SQLException e) {
      close(socket);
      throw e;
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Nothing of it is used any more.
    }
  }

  /** As its own tools do, else the user who runs this. */
  private String user() {
    String name = target.auth().username();
    return name.isEmpty() ? System.getProperty("user.name") : name;
  }

  /** "" if the address names none. */
  String database() {
    return server.database().orElse("");
  }

  SqlServer server() {
    return server;
  }

  Options options() {
    return options;
  }

  private final class Tls implements Handshake.Tls {
    private final SslMode mode = options.sslMode(server.isLoopback());

    @Override
    public boolean isWanted() {
      return mode != SslMode.DISABLE;
    }

    @Override
    public boolean isNeeded() {
      return isWanted() && mode != SslMode.PREFER;
    }

    @Override
    public SSLSocket over(Socket socket) throws IOException {
      boolean verifies =
          switch (mode) {
            case VERIFY_CA, VERIFY_FULL -> true;
            // Who names an authority wants it asked.
            case REQUIRE -> !target.tls().caFile().isEmpty();
            case DISABLE, PREFER -> false;
          };
      SSLContext context = verifies ? TlsContext.of(target.tls()) : trustingAnyone();
      var secured =
          (SSLSocket)
              context.getSocketFactory().createSocket(socket, server.host(), server.port(), true);
      if (mode == SslMode.VERIFY_FULL) {
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
      }
      secured.startHandshake();
      return secured;
    }
  }

  /** For those who ask for TLS and nothing more; on loopback, where nobody stands between. */
  private static SSLContext trustingAnyone() {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new TrustsAnyone()}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has TLS", e);
    }
  }
}
