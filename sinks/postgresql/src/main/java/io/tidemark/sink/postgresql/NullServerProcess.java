package io.tidemark.sink.postgresql;

import io.tidemark.process.RunException;
import io.tidemark.sink.NullTarget;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A {@link NullServer} in a process of its own; it ends when this process does. */
final class NullServerProcess implements NullTarget {
  private final Process process;
  private final URI url;

  private NullServerProcess(Process process, URI url) {
    this.process = process;
    this.url = url;
  }

  /** Returns when it listens. */
  static NullServerProcess start() {
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElse("java"),
            "-Xmx64m",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            NullServer.class.getName());
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String port = process.inputReader(StandardCharsets.US_ASCII).readLine();
      if (port == null) {
        throw new RunException("the server that throws everything away did not start");
      }
      return new NullServerProcess(
          process, URI.create("%s://127.0.0.1:%s/null".formatted(PostgreSql.SCHEME, port)));
    } catch (IOException e) {
      throw new RunException("the server that throws everything away did not start: " + e, e);
    }
  }

  @Override
  public URI url() {
    return url;
  }

  @Override
  public void close() {
    process.destroy();
  }
}
