package io.tidemark.sink.opentsdb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.RealServer;
import io.tidemark.sink.TargetConfig;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;

/**
 * A real OpenTSDB on a real HBase, read as its own users do: by queries.
 *
 * @param before what was stored already, and is not to be seen
 */
record Installation(OwnedOpenTsdb server, String protocol, Set<Place> before)
    implements RealServer {
  /** A series and a time. */
  record Place(Labels labels, long millis) {}

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern ESCAPE = Pattern.compile("_x([0-9A-F]+)_");
  private static final long DAY_MILLIS = 86_400_000;

  static OwnedOpenTsdb startServer() {
    Assumptions.assumeTrue(
        System.getenv("TIDEMARK_OPENTSDB") != null,
        "TIDEMARK_OPENTSDB names no folder of jars: nothing ran against a real OpenTSDB");
    return OwnedOpenTsdb.start(Settings.DEFAULT);
  }

  /** Sees only what comes from now on: a server takes half a minute to start. */
  Installation asNew() throws Exception {
    var all = new Installation(server, protocol, Set.of());
    // What was only taken goes to HBase in its order: once the last is stored, so are the others.
    post(
        "/api/put?details&sync",
        """
        {"metric":"contract_before","timestamp":%d,"value":0,"tags":{"a":"b"}}
        """
            .formatted(System.currentTimeMillis()));
    return new Installation(server, protocol, all.places());
  }

  private Set<Place> places() throws Exception {
    return stored().stream()
        .map(s -> new Place(s.labels(), s.timestampMillis()))
        .collect(Collectors.toSet());
  }

  @Override
  public TargetConfig target() {
    return server.target(TargetConfig.of("opentsdb")).withOption("protocol", protocol);
  }

  JsonNode get(String path) throws Exception {
    return answer(HttpRequest.newBuilder(server.url().resolve(path)).build());
  }

  private JsonNode post(String path, String body) throws Exception {
    return answer(
        HttpRequest.newBuilder(server.url().resolve(path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build());
  }

  private static JsonNode answer(HttpRequest request) throws Exception {
    HttpResponse<byte[]> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofByteArray());
    if (answer.statusCode() != 200) {
      throw new IOException(request.uri() + ": " + new String(answer.body()));
    }
    return JSON.readTree(answer.body());
  }

  @Override
  public List<Sample> stored() throws Exception {
    long now = System.currentTimeMillis();
    var samples = new ArrayList<Sample>();
    for (JsonNode metric : get("/api/suggest?type=metrics&max=100000")) {
      String query =
          """
          {"start":%d,"end":%d,"msResolution":true,"queries":[{"aggregator":"none","metric":"%s"}]}
          """
              .formatted(now - DAY_MILLIS, now + DAY_MILLIS, metric.asText());
      JsonNode found = post("/api/query", query);
      for (JsonNode series : found) {
        Labels labels = labels(series);
        series
            .path("dps")
            .properties()
            .forEach(
                point ->
                    samples.add(
                        new Sample(
                            labels,
                            Long.parseLong(point.getKey()),
                            Double.parseDouble(point.getValue().asText()))));
      }
    }
    samples.removeIf(s -> before.contains(new Place(s.labels(), s.timestampMillis())));
    return samples;
  }

  private static Labels labels(JsonNode series) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("__name__", plain(series.path("metric").asText()));
    series
        .path("tags")
        .properties()
        .forEach(tag -> labels.put(plain(tag.getKey()), plain(tag.getValue().asText())));
    return Labels.of(labels);
  }

  private static String plain(String name) {
    return ESCAPE
        .matcher(name)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(Character.toString(Integer.parseInt(found.group(1), 16))));
  }

  /** The server goes on, for the next. */
  @Override
  public void close() {}
}
