package io.tidemark.testing;

import io.tidemark.process.Patience;
import io.tidemark.sink.http.MetricsText;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/**
 * A page of metrics in Prometheus' text format.
 *
 * @param atNanos when it was read, by {@link System#nanoTime}
 */
public record ScrapedPage(long atNanos, String text) {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** How slow the host is, is read once: to read it while a test measures would disturb that. */
  private static final Duration TIMEOUT = Patience.ofSeconds(30);

  /** Empty if nobody answers. */
  public static Optional<ScrapedPage> get(URI url) {
    try {
      return Optional.of(required(url));
    } catch (IllegalStateException e) {
      return Optional.empty();
    }
  }

  /**
   * @throws IllegalStateException if nobody answers, which says why
   */
  public static ScrapedPage required(URI url) {
    try {
      var request = HttpRequest.newBuilder(url).timeout(TIMEOUT).build();
      var answer = answer(request);
      if (answer.statusCode() != 200) {
        throw new IllegalStateException("%s answers %d".formatted(url, answer.statusCode()));
      }
      return new ScrapedPage(System.nanoTime(), answer.body());
    } catch (IOException e) {
      throw new IllegalStateException("%s does not answer: %s".formatted(url, e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Asks again where the server closed the connection while it, or the client, was stopped. */
  private static HttpResponse<String> answer(HttpRequest request)
      throws IOException, InterruptedException {
    try {
      return HTTP.send(request, BodyHandlers.ofString());
    } catch (IOException stale) {
      return HTTP.send(request, BodyHandlers.ofString());
    }
  }

  /** Over all its labels; empty if it is not on the page. */
  public OptionalDouble sum(String metric) {
    return sum(metric, Map.of());
  }

  /**
   * Over all its labels.
   *
   * @throws IllegalStateException if it is not on the page
   */
  public double required(String metric) {
    return sum(metric)
        .orElseThrow(() -> new IllegalStateException("the page has no " + metric + ": " + text));
  }

  /** Over those that have these labels; empty if there is none. */
  public OptionalDouble sum(String metric, Map<String, String> having) {
    List<Double> values = new ArrayList<>();
    MetricsText.parse(
        text.getBytes(StandardCharsets.UTF_8),
        Set.of(metric),
        (name, labels, value) -> {
          if (labels.entrySet().containsAll(having.entrySet())) {
            values.add(value);
          }
        });
    return values.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(values.stream().mapToDouble(Double::doubleValue).sum());
  }

  /** Of all metrics whose name begins so, without that beginning. */
  public Set<String> names(String prefix) {
    var names = new TreeSet<String>();
    text.lines()
        .filter(line -> line.startsWith(prefix))
        .map(line -> line.substring(prefix.length()).split("[{ ]", 2)[0])
        .forEach(names::add);
    return names;
  }
}
