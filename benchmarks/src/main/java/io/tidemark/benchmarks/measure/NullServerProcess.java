package io.tidemark.benchmarks.measure;

import io.tidemark.measure.NullServer;
import io.tidemark.testing.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;

/** The null HTTP server in a process of its own, which ends when its standard input does. */
public final class NullServerProcess implements AutoCloseable {
  private final Process process;
  private final int port;

  private NullServerProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  public static NullServerProcess start() {
    try {
      var command =
          JavaCommand.of(NullServer.class, List.of("-Xmx64m", "-XX:+UseSerialGC"), List.of());
      var process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      BufferedReader answer = process.inputReader();
      return new NullServerProcess(process, Integer.parseInt(answer.readLine()));
    } catch (IOException e) {
      throw new UncheckedIOException("the null server does not start", e);
    }
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + port);
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
