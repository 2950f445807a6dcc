package io.tidemark.experiment;

import io.tidemark.cluster.Guard;
import io.tidemark.cluster.Poll;
import io.tidemark.cluster.RootCause;
import io.tidemark.cluster.RunException;
import io.tidemark.job.config.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A real VictoriaMetrics of our own, on a free port of 127.0.0.1, with its data in a temporary
 * folder. Process and folder vanish with this process, however it ends.
 */
public final class OwnedVictoriaMetrics implements AutoCloseable {
  private static final String VARIABLE = "TIDEMARK_VICTORIA_METRICS";
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(30);
  private static final Duration ENDS_WITHIN = Duration.ofMinutes(2);

  private final Guard guard;
  private final URI url;

  private OwnedVictoriaMetrics(Guard guard, URI url) {
    this.guard = guard;
    this.url = url;
  }

  /**
   * Returns when it is ready to be written to.
   *
   * @throws ConfigException if no binary is found
   */
  public static OwnedVictoriaMetrics start() {
    Path folder = Guard.newFolder("victoria-metrics");
    return start(folder, folder.resolve("data"));
  }

  /** With its data in a folder that stays. */
  public static OwnedVictoriaMetrics startOn(Path data) {
    return start(Guard.newFolder("victoria-metrics"), data);
  }

  /** With a copy of the data that another left behind when it was ended. */
  public static OwnedVictoriaMetrics startOnCopyOf(Path data) {
    Path folder = Guard.newFolder("victoria-metrics");
    Path copy = folder.resolve("data");
    try {
      FolderCopy.copy(data, copy);
    } catch (IOException e) {
      Guard.start(folder, List.of()).close();
      throw new RunException(
          "the database's folder can't be copied to %s: %s".formatted(copy, RootCause.of(e)), e);
    }
    return start(folder, copy);
  }

  private static OwnedVictoriaMetrics start(Path folder, Path data) {
    String binary = binary();
    int port = freePort();
    var guard =
        Guard.start(
            folder,
            List.of(
                binary,
                "-storageDataPath=" + data,
                // So that a generator that runs through years of timestamps is not cut off.
                "-retentionPeriod=100y",
                "-httpListenAddr=127.0.0.1:" + port));
    var database = new OwnedVictoriaMetrics(guard, URI.create("http://127.0.0.1:" + port));
    if (!Poll.until(STARTS_WITHIN, Duration.ofMillis(50), database::isHealthy)) {
      String last = lastLine(folder.resolve("log"));
      database.close();
      throw new RunException(
          "%s did not become ready within %d s; its last line: %s"
              .formatted(binary, STARTS_WITHIN.toSeconds(), last));
    }
    return database;
  }

  private static String binary() {
    String named = System.getenv(VARIABLE);
    if (named != null && !named.isBlank()) {
      if (!Files.isExecutable(Path.of(named))) {
        throw new ConfigException("%s=%s is not an executable file".formatted(VARIABLE, named));
      }
      return named;
    }
    return Stream.of("victoria-metrics-prod", "victoria-metrics")
        .filter(Guard::onPath)
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigException(
                    "no victoria-metrics on the PATH; install it (Debian, Ubuntu: apt-get install victoria-metrics), "
                        + "name its binary in %s, or name a running one in target.urls"
                            .formatted(VARIABLE)));
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isHealthy() {
    var request =
        HttpRequest.newBuilder(url.resolve("/health")).timeout(Duration.ofSeconds(1)).build();
    try {
      var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
      return answer.statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String lastLine(Path log) {
    try (Stream<String> lines = Files.lines(log)) {
      String last = lines.reduce("(none)", (before, line) -> line);
      return last.length() <= 300 ? last : last.substring(0, 300) + "...";
    } catch (IOException e) {
      return "(none)";
    }
  }

  public URI url() {
    return url;
  }

  public Path folder() {
    return guard.folder();
  }

  /** Lets it write all to disk and end. */
  public void end() {
    if (!guard.endProcess(ENDS_WITHIN)) {
      throw new RunException(
          "the database did not end within %d s; its last line: %s"
              .formatted(ENDS_WITHIN.toSeconds(), lastLine(folder().resolve("log"))));
    }
  }

  @Override
  public void close() {
    guard.close();
  }
}
