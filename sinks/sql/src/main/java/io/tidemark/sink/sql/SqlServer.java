package io.tidemark.sink.sql;

import io.tidemark.process.Loopback;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.client.SecretSource;
import java.net.URI;
import java.util.Optional;

/** The one server that a target names: its address, and the password for it. Thread-safe. */
public final class SqlServer {
  private final URI url;
  private final int port;
  private final SecretSource password;

  /**
   * @param defaultPort the port of an address that names none
   * @throws IllegalArgumentException if there is not one address, or no password although one is
   *     named
   */
  public SqlServer(TargetConfig target, int defaultPort) {
    if (target.urls().size() != 1) {
      throw new IllegalArgumentException(
          "target.urls must hold one address: rows that are sent again must reach the same database");
    }
    this.url = target.urls().get(0);
    this.port = url.getPort() > 0 ? url.getPort() : defaultPort;
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

  public String host() {
    return url.getHost();
  }

  public int port() {
    return port;
  }

  /** Returns host and port. */
  public String endpoint() {
    return host() + ":" + port;
  }

  /** Returns the address's path without its slash; empty if there is none. */
  public Optional<String> database() {
    String path = url.getPath();
    return path == null || path.length() < 2 ? Optional.empty() : Optional.of(path.substring(1));
  }

  /** Returns the password, which is read again when its file has changed. */
  public synchronized Optional<String> password() {
    return password == null ? Optional.empty() : Optional.of(password.current());
  }

  public boolean isLoopback() {
    return Loopback.isThis(host());
  }
}
