package io.tidemark.sink.http;

import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Patience;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** A real program that answers over HTTP. It keeps its address when it is started again. */
public final class RealProgram implements AutoCloseable {
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(30);
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final List<String> command;
  private final URI url;
  private final String ready;
  private OwnedProcess running;

  private RealProgram(List<String> command, URI url, String ready) {
    this.command = command;
    this.url = url;
    this.ready = ready;
  }

  /**
   * Returns when it is ready.
   *
   * @param ready the path that it answers with 200 then
   */
  public static RealProgram start(List<String> command, URI url, String ready) {
    var program = new RealProgram(List.copyOf(command), url, ready);
    program.startAgain();
    return program;
  }

  public void startAgain() {
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
      return answer(ready).statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  public URI url() {
    return url;
  }

  public String get(String pathAndQuery) throws IOException {
    return answer(pathAndQuery).body();
  }

  private HttpResponse<String> answer(String pathAndQuery) throws IOException {
    try {
      return HTTP.send(
          HttpRequest.newBuilder(url.resolve(pathAndQuery)).build(),
          HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns its metrics page. */
  public String page() {
    try {
      return get("/metrics");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  public void kill() {
    running.process().kill();
  }

  @Override
  public void close() {
    running.close();
  }
}
