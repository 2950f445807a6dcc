package io.tidemark.sink.client;

import io.tidemark.process.RunException;
import io.tidemark.process.WithheldVariables;
import io.tidemark.sink.NullTarget;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A server that throws everything away, in a process of its own, so that its CPU is not the job's.
 * It ends when this process does.
 */
public record NullServerProcess(Process process, URI url) implements NullTarget {
  /**
   * Starts the server; returns when it listens.
   *
   * @param server a class whose {@code main} prints the port that it listens at on loopback, and
   *     returns when its standard input ends
   * @param url the URL, with {@code %s} for that port
   */
  public static NullServerProcess start(Class<?> server, String url) {
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElse("java"),
            "-Xmx64m",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            server.getName());
    try {
      var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
      WithheldVariables.removeFrom(builder.environment());
      Process process = builder.start();
      String port = process.inputReader(StandardCharsets.US_ASCII).readLine();
      if (port == null) {
        throw new RunException("the server that throws everything away did not start");
      }
      return new NullServerProcess(process, URI.create(url.formatted(port)));
    } catch (IOException e) {
      throw new RunException("the server that throws everything away did not start: " + e, e);
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
