package io.tidemark.sink.victoriametrics;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A real VictoriaMetrics on a free loopback port. Fails where none is installed. */
final class VictoriaMetricsProcess implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Process process;
  private final URI url;

  VictoriaMetricsProcess(Path dataFolder, String... flags) throws IOException {
    int port;
    try (var free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      port = free.getLocalPort();
    }
    var command = new ArrayList<String>();
    command.add(System.getenv().getOrDefault("TIDEMARK_VICTORIA_METRICS", "victoria-metrics"));
    command.add("-storageDataPath=" + dataFolder);
    command.add("-retentionPeriod=100y");
    command.add("-httpListenAddr=127.0.0.1:" + port);
    command.addAll(List.of(flags));
    this.url = URI.create("http://127.0.0.1:" + port);
    this.process = new ProcessBuilder(command).redirectErrorStream(true).start();
    awaitStart();
  }

  private void awaitStart() throws IOException {
    var log = new BufferedReader(new InputStreamReader(process.getInputStream()));
    var lines = new StringBuilder();
    for (String line = log.readLine(); line != null; line = log.readLine()) {
      lines.append(line).append('\n');
      if (line.contains("pprof handlers are exposed")) {
        drain();
        return;
      }
    }
    throw new IOException("victoria-metrics did not start:\n" + lines);
  }

  private void drain() {
    var thread =
        new Thread(
            () -> {
              try {
                process.getInputStream().transferTo(OutputStream.nullOutputStream());
              } catch (IOException e) {
                // The process was killed, and its output with it.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  URI url() {
    return url;
  }

  String get(String pathAndQuery) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(url.resolve(pathAndQuery)).build();
    return HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}
