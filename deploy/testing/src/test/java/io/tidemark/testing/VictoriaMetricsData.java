package io.tidemark.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.process.Patience;
import io.tidemark.process.Poll;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** What a VictoriaMetrics holds, wherever it runs. */
public final class VictoriaMetricsData {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RUN_LABEL = "tidemark_run";
  private static final Duration REQUEST = Patience.ofSeconds(60);
  private static final Duration READABLE_WITHIN = Duration.ofSeconds(15);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

  private final HttpClient http = HttpClient.newHttpClient();
  private final String baseUrl;

  public VictoriaMetricsData(String baseUrl) {
    this.baseUrl = baseUrl;
  }

  boolean isHealthy() {
    return get("/health").statusCode() == 200;
  }

  /**
   * Every point of the matching series acknowledged so far. A point written twice with the same
   * value is one element.
   *
   * @param match a series selector, such as {@code {__name__=~"cpu.*"}}
   */
  public Set<StoredSample> export(String match) {
    var samples = new HashSet<StoredSample>();
    export(match, samples::add);
    return samples;
  }

  /**
   * Values of the label that runs give their series; "" where one has none. Of series that were
   * written a moment ago, it waits until the first can be read, as {@link #awaitExactly} does.
   */
  public Set<String> runLabels(String match) {
    var found = new AtomicReference<Set<String>>();
    Poll.until(
        Patience.of(READABLE_WITHIN),
        LOOK_AGAIN,
        () -> {
          found.set(readableRunLabels(match));
          return !found.get().isEmpty();
        });
    return found.get();
  }

  private Set<String> readableRunLabels(String match) {
    get("/internal/force_flush");
    String path =
        "/api/v1/export?reduce_mem_usage=1&match%5B%5D="
            + URLEncoder.encode(match, StandardCharsets.UTF_8);
    return get(path)
        .body()
        .lines()
        .map(line -> parsed(line).path("metric").path(RUN_LABEL).asText(""))
        .collect(Collectors.toSet());
  }

  private static JsonNode parsed(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new IllegalStateException("no line of an export: " + line, e);
    }
  }

  /**
   * The points that carry a label, without it: what several runs have written can be compared then.
   *
   * @param label sorts behind {@code __name__}, as every other does
   */
  public Set<StoredSample> exportOf(String label, String value) {
    return export("{%s=\"%s\"}".formatted(label, value)).stream()
        .map(
            sample ->
                new StoredSample(
                    sample.series().replace(",%s=%s".formatted(label, value), ""),
                    sample.timestampMillis(),
                    sample.value()))
        .collect(Collectors.toSet());
  }

  /**
   * How many points of the last 50 years carry a label; a longer look back would begin before 1970.
   * A test that disturbs a run in its middle looks with this: an export of so many would take
   * longer than the run.
   */
  public long count(String label, String value) {
    get("/internal/force_flush");
    String query = "sum(count_over_time({%s=\"%s\"}[50y]))".formatted(label, value);
    String found =
        get("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8)).body();
    return parsed(found).at("/data/result/0/value/1").asLong();
  }

  /**
   * Returns when the matching series hold exactly these points. What was acknowledged a moment ago
   * may not be readable yet: even a flush on request does not wait for one in the background.
   *
   * @throws AssertionError with what is missing and extra, if they don't within some seconds
   */
  public void awaitExactly(String match, Set<StoredSample> expected) {
    var last = new AtomicReference<SetDifference>();
    boolean equal =
        Poll.until(
            Patience.of(READABLE_WITHIN),
            LOOK_AGAIN,
            () -> {
              last.set(SetDifference.between(expected, export(match)));
              return last.get().isNone();
            });
    if (!equal) {
      throw new AssertionError(match + ": " + last.get());
    }
  }

  /**
   * As {@link #export(String)}, for counting duplicates or sets too large to hold. Unless it is
   * matched by it, the label that runs give their series is left out, whose value nobody knows
   * before; no series may have it twice, with two values or with and without, or a run has changed
   * its own.
   *
   * @throws AssertionError if one has
   */
  public void export(String match, Consumer<StoredSample> each) {
    var runs = new HashMap<String, String>();
    get("/internal/force_flush");
    String path =
        "/api/v1/export?reduce_mem_usage=1&match%5B%5D="
            + URLEncoder.encode(match, StandardCharsets.UTF_8);
    try (var body = send(request(path).GET().build(), BodyHandlers.ofInputStream()).body();
        var lines = JSON.readerFor(JsonNode.class).<JsonNode>readValues(body)) {
      while (lines.hasNext()) {
        JsonNode line = lines.next();
        Map<String, String> labels = new HashMap<>();
        line.get("metric").properties().forEach(l -> labels.put(l.getKey(), l.getValue().asText()));
        String run = match.contains(RUN_LABEL) ? null : labels.remove(RUN_LABEL);
        String series = StoredSample.series(labels);
        String other = runs.putIfAbsent(series, String.valueOf(run));
        if (other != null && !other.equals(String.valueOf(run))) {
          throw new AssertionError(
              "%s was written with two run labels: %s and %s".formatted(series, other, run));
        }
        JsonNode values = line.get("values");
        JsonNode timestamps = line.get("timestamps");
        for (int i = 0; i < values.size(); i++) {
          each.accept(
              new StoredSample(series, timestamps.get(i).asLong(), values.get(i).asDouble()));
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException("export failed: match=" + match, e);
    }
  }

  void post(String path, byte[] body) {
    send(request(path).POST(BodyPublishers.ofByteArray(body)).build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> get(String path) {
    return send(request(path).GET().build(), BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(baseUrl + path)).timeout(REQUEST);
  }

  private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    try {
      HttpResponse<T> response = http.send(request, handler);
      if (response.statusCode() / 100 != 2) {
        throw new IllegalStateException(
            "VictoriaMetrics answered status=" + response.statusCode() + " to " + request.uri());
      }
      return response;
    } catch (IOException e) {
      throw new IllegalStateException("VictoriaMetrics did not answer " + request.uri(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking " + request.uri(), e);
    }
  }
}
