package io.tidemark.benchmarks.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.process.Poll;
import io.tidemark.testing.StoredSample;
import io.tidemark.testing.VictoriaMetricsData;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks that a database contains what it must: for every series the number of points (a repeated
 * one counts once, because the database deduplicates), their sum, the first and the last; for some
 * hosts each point.
 */
final class StoredSet {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The database makes samples readable within seconds of accepting them. */
  private static final Duration READABLE_WITHIN = Duration.ofSeconds(30);

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(2);
  private static final int MAX_NAMED = 5;
  private static final List<Integer> WHOLE_HOSTS = List.of(0, SoakTraffic.HOSTS / 2);

  private final URI database;
  private final String run;
  private final SoakTraffic traffic;

  /**
   * @param run label of the series to check
   */
  StoredSet(URI database, String run, SoakTraffic traffic) {
    this.database = database;
    this.run = run;
    this.traffic = traffic;
  }

  /** Returns a few lines about differences; none if there are none. */
  List<String> differences() {
    var differences = new ArrayList<String>();
    Poll.until(
        READABLE_WITHIN,
        LOOK_AGAIN,
        () -> {
          differences.clear();
          for (int metric = 0; metric < SoakTraffic.METRICS; metric++) {
            differences.addAll(ofMetric(metric));
          }
          return differences.isEmpty();
        });
    WHOLE_HOSTS.forEach(host -> differences.addAll(ofHost(host)));
    return differences.subList(0, Math.min(MAX_NAMED, differences.size()));
  }

  private List<String> ofMetric(int metric) {
    var differences = new ArrayList<String>();
    Map<String, Double> counts = query("count_over_time", metric);
    Map<String, Double> sums = query("sum_over_time", metric);
    Map<String, Double> firsts = query("tfirst_over_time", metric);
    Map<String, Double> lasts = query("tlast_over_time", metric);
    for (int host = 0; host < SoakTraffic.HOSTS; host++) {
      String name = Integer.toString(host);
      List<Double> stored = new ArrayList<>();
      List.of(counts, sums, firsts, lasts).forEach(values -> stored.add(values.get(name)));
      List<Double> expected =
          List.of(
              (double) traffic.storedPerSeries(),
              (double) traffic.storedSum(host, metric),
              traffic.timestampMillis(0) / 1e3,
              traffic.timestampMillis(traffic.storedPerSeries() - 1) / 1e3);
      if (!stored.equals(expected)) {
        differences.add(
            "%s{host=\"%d\"}: count, sum, first, last are %s, expected %s"
                .formatted(SoakTraffic.name(metric), host, stored, expected));
      }
    }
    if (counts.size() != SoakTraffic.HOSTS) {
      differences.add("%s has %d series".formatted(SoakTraffic.name(metric), counts.size()));
    }
    return differences;
  }

  /** Returns the values by host. */
  private Map<String, Double> query(String function, int metric) {
    long seconds = (traffic.ticks() + 1) * SoakTraffic.INTERVAL_SECONDS;
    String query =
        "%s(%s{run=\"%s\"}[%ds])".formatted(function, SoakTraffic.name(metric), run, seconds);
    String path =
        "/api/v1/query?nocache=1&time=%d&query=%s"
            .formatted(
                traffic.start().getEpochSecond() + seconds - 1,
                URLEncoder.encode(query, StandardCharsets.UTF_8));
    try {
      JsonNode answer = JSON.readTree(database.resolve(path).toURL().openStream());
      var values = new HashMap<String, Double>();
      for (JsonNode series : answer.at("/data/result")) {
        values.put(series.at("/metric/host").asText(), series.at("/value").get(1).asDouble());
      }
      return values;
    } catch (IOException e) {
      throw new IllegalStateException("the database did not answer " + query, e);
    }
  }

  private List<String> ofHost(int host) {
    Set<StoredSample> expected = new HashSet<>();
    for (int metric = 0; metric < SoakTraffic.METRICS; metric++) {
      var labels =
          Map.of("__name__", SoakTraffic.name(metric), "host", Integer.toString(host), "run", run);
      String series = StoredSample.series(labels);
      for (long copy = 0; copy < traffic.storedPerSeries(); copy++) {
        int value = SoakTraffic.value(copy / SoakTraffic.M, host, metric);
        expected.add(new StoredSample(series, traffic.timestampMillis(copy), value));
      }
    }
    try {
      new VictoriaMetricsData(database.toString())
          .awaitExactly("{run=\"%s\", host=\"%d\"}".formatted(run, host), expected);
      return List.of();
    } catch (AssertionError different) {
      return List.of(different.getMessage());
    }
  }
}
