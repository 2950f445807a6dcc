package io.tidemark.sink.prometheus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.RealServer;
import io.tidemark.sink.TargetConfig;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A Prometheus, read through its query API. */
record Installation(OwnedPrometheus server, Settings settings, Map<String, String> options)
    implements RealServer {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final ObjectMapper JSON = new ObjectMapper();

  static Installation start(String binary, Map<String, String> options, String... arguments) {
    Settings settings = Settings.arguments(arguments);
    return new Installation(OwnedPrometheus.start(binary, settings), settings, options);
  }

  @Override
  public TargetConfig target() {
    return with(TargetConfig.of("remote-write", server.url()), options);
  }

  static TargetConfig with(TargetConfig target, Map<String, String> options) {
    TargetConfig all = target;
    for (Map.Entry<String, String> option : options.entrySet()) {
      all = all.withOption(option.getKey(), option.getValue());
    }
    return all;
  }

  @Override
  public List<Sample> stored() throws IOException {
    return stored("{__name__=~\"contract.*\"}");
  }

  /** All samples of the last month. */
  List<Sample> stored(String selector) throws IOException {
    String query = URLEncoder.encode(selector + "[60d]", StandardCharsets.UTF_8);
    long end = System.currentTimeMillis() / 1_000 + 86_400;
    JsonNode answer = JSON.readTree(get("/api/v1/query?query=%s&time=%d".formatted(query, end)));
    var samples = new ArrayList<Sample>();
    for (JsonNode series : answer.get("data").get("result")) {
      var names = new HashMap<String, String>();
      series.get("metric").properties().forEach(e -> names.put(e.getKey(), e.getValue().asText()));
      Labels labels = Labels.of(names);
      for (JsonNode value : series.get("values")) {
        long millis = value.get(0).decimalValue().movePointRight(3).longValueExact();
        samples.add(new Sample(labels, millis, Double.parseDouble(value.get(1).asText())));
      }
    }
    return samples;
  }

  String get(String pathAndQuery) throws IOException {
    try {
      return HTTP.send(
              HttpRequest.newBuilder(URI.create(server.url() + pathAndQuery)).build(),
              BodyHandlers.ofString(StandardCharsets.UTF_8))
          .body();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
