package io.tidemark.benchmarks.measure;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/** A page of metrics in Prometheus' text format. */
public record MetricsPage(String text) {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Empty if nobody answers. */
  public static Optional<MetricsPage> get(URI url) {
    try {
      var request = HttpRequest.newBuilder(url).timeout(TIMEOUT).build();
      var answer = HTTP.send(request, BodyHandlers.ofString());
      return answer.statusCode() == 200
          ? Optional.of(new MetricsPage(answer.body()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Over all its labels; empty if it is not on the page. */
  public OptionalDouble sum(String metric) {
    var values =
        text.lines()
            .filter(line -> line.startsWith(metric))
            .filter(line -> line.length() > metric.length())
            .filter(line -> "{ ".indexOf(line.charAt(metric.length())) >= 0)
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
            .toArray();
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum);
  }
}
