package io.tidemark.sink.prometheus;

import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Patience;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** A receiver's program, which keeps its address when it is started again. */
final class Program implements AutoCloseable {
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(30);
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final List<String> command;
  private final URI ready;
  private OwnedProcess running;

  private Program(List<String> command, URI ready) {
    this.command = command;
    this.ready = ready;
  }

  /**
   * Returns when it is ready.
   *
   * @param ready answers 200 then
   */
  static Program start(List<String> command, URI ready) {
    var program = new Program(command, ready);
    program.startAgain();
    return program;
  }

  void startAgain() {
    if (running != null) {
      running.close();
    }
    running = OwnedProcess.start(OwnedProcess.newFolder("receiver"), command);
    Patience.startedAgain(
        command.get(0),
        () -> running.awaitReady(command.get(0), Patience.of(STARTS_WITHIN), this::isReady));
  }

  private boolean isReady() {
    try {
      return answer(ready).statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  static String get(URI url) throws IOException {
    return answer(url).body();
  }

  private static java.net.http.HttpResponse<String> answer(URI url) throws IOException {
    try {
      return HTTP.send(
          HttpRequest.newBuilder(url).build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
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
