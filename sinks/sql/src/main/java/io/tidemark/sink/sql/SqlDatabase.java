package io.tidemark.sink.sql;

import io.tidemark.sink.NullTarget;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.client.NullServerProcess;
import java.util.List;
import java.util.Optional;

/** What databases have in common that are written to over SQL connections. */
public abstract class SqlDatabase implements Tsdb {
  private final String scheme;
  private final int defaultPort;
  private final Class<?> nullServer;

  /**
   * @param nullServer a server that speaks the database's protocol and throws away what it is sent
   */
  protected SqlDatabase(String scheme, int defaultPort, Class<?> nullServer) {
    this.scheme = scheme;
    this.defaultPort = defaultPort;
    this.nullServer = nullServer;
  }

  @Override
  public final String acknowledged() {
    return "committed, on disk";
  }

  @Override
  public final List<String> schemes() {
    return List.of(scheme);
  }

  @Override
  public final int defaultPort(String any) {
    return defaultPort;
  }

  @Override
  public final boolean logsInAndSpeaksTls() {
    return true;
  }

  /** The server may ask for no password, or the driver may find one by itself. */
  @Override
  public final boolean takesUserNameAlone() {
    return true;
  }

  @Override
  public final Optional<NullTarget> startNullTarget() {
    return Optional.of(NullServerProcess.start(nullServer, scheme + "://127.0.0.1:%s/null"));
  }
}
