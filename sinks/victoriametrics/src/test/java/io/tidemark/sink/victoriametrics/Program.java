package io.tidemark.sink.victoriametrics;

import io.tidemark.process.Loopback;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Patience;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One of VictoriaMetrics' programs on a free port, which it keeps when it is started again. */
final class Program implements AutoCloseable {
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(30);
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final List<String> command = new ArrayList<>();
  private final URI url;
  private OwnedProcess running;

  private Program(String binary, List<String> flags) {
    int port = Loopback.freePort();
    url = URI.create("http://127.0.0.1:" + port);
    command.add(binary);
    command.add("-httpListenAddr=127.0.0.1:" + port);
    command.addAll(flags);
  }

  /** Returns when it is ready. */
  static Program start(String binary, List<String> flags) {
    var program = new Program(binary, flags);
    program.startAgain();
    return program;
  }

  void startAgain() {
    if (running != null) {
      running.close();
    }
    running = OwnedProcess.start(OwnedProcess.newFolder("contract"), command);
    Patience.startedAgain(
        command.get(0),
        () -> running.awaitReady(command.get(0), Patience.of(STARTS_WITHIN), this::isReady));
  }

  private boolean isReady() {
    try {
      return get("/health").equals("OK");
    } catch (IOException e) {
      return false;
    }
  }

  URI url() {
    return url;
  }

  String get(String pathAndQuery) throws IOException {
    try {
      return HTTP.send(
              HttpRequest.newBuilder(url.resolve(pathAndQuery)).build(),
              HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8))
          .body();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  String page() {
    try {
      return get("/metrics");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  void kill() {
    running.process().kill();
  }

  @Override
  public void close() {
    running.close();
  }
}
