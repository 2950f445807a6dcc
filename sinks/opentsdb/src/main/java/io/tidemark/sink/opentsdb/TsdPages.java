package io.tidemark.sink.opentsdb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.sink.TsdbNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What the pages of a TSD say, as far as it matters here (OpenTSDB 2.4). Pure.
 *
 * @param stats {@code /api/stats}: a list of points
 * @param jvm {@code /api/stats/jvm}
 * @param version {@code /api/version}
 * @param config {@code /api/config}: each setting as text
 */
record TsdPages(JsonNode stats, JsonNode jvm, JsonNode version, JsonNode config) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The pages, in the order of the parameters. */
  static final List<String> PAGES =
      List.of("/api/stats", "/api/stats/jvm", "/api/version", "/api/config");

  /** Of pages that have not come. */
  static final TsdPages NONE =
      new TsdPages(
          JSON.createArrayNode(),
          JSON.createObjectNode(),
          JSON.createObjectNode(),
          JSON.createObjectNode());

  /** Settings that change what a point costs, and what they are where nobody set them. */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "tsd.core.meta.enable_realtime_ts", "false",
          "tsd.core.meta.enable_realtime_uid", "false",
          "tsd.core.meta.enable_tsuid_tracking", "false",
          "tsd.core.meta.enable_tsuid_incrementing", "false",
          "tsd.core.meta.cache.enable", "false",
          "tsd.storage.enable_appends", "false",
          "tsd.storage.enable_compaction", "true",
          "tsd.storage.flush_interval", "1000",
          "tsd.storage.salt.width", "0");

  /**
   * @param pages as {@link #PAGES} lists them
   * @throws IOException if one is no JSON
   */
  static TsdPages parse(List<byte[]> pages) throws IOException {
    return new TsdPages(
        JSON.readTree(pages.get(0)),
        JSON.readTree(pages.get(1)),
        JSON.readTree(pages.get(2)),
        JSON.readTree(pages.get(3)));
  }

  /** False of anything that answers in OpenTSDB's place. */
  boolean areThere() {
    return stats.isArray() && !stats.isEmpty();
  }

  /** Of a metric, in all its tags that hold one; absent if it is not there. */
  private OptionalDouble stat(String metric, String tag, String value) {
    for (JsonNode point : stats) {
      if (point.path("metric").asText().equals(metric)
          && point.path("tags").path(tag).asText().equals(value)) {
        return OptionalDouble.of(point.path("value").asDouble());
      }
    }
    return OptionalDouble.empty();
  }

  /** Points that it took; also those that HBase did not store afterwards. */
  OptionalDouble pointsAdded() {
    return stat("tsd.datapoints.added", "type", "all");
  }

  OptionalDouble openConnections() {
    return stat("tsd.connectionmgr.connections", "type", "open");
  }

  /** Absent if there is no bound. */
  OptionalDouble connectionLimit() {
    int limit = config.path("tsd.core.connections.limit").asInt(0);
    return limit > 0 ? OptionalDouble.of(limit) : OptionalDouble.empty();
  }

  OptionalDouble startSeconds() {
    JsonNode start = jvm.path("runtime").path("startTime");
    return start.isNumber() ? OptionalDouble.of(start.asDouble() / 1000) : OptionalDouble.empty();
  }

  /** Maven's 2.4.1 gives "BuildData" for it, which is none. */
  Optional<String> versionName() {
    return Optional.of(version.path("version").asText()).filter(name -> name.matches("\\d.*"));
  }

  OptionalDouble readOnly() {
    String mode = config.path("tsd.mode").asText();
    return mode.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(mode.equals("ro") ? 1 : 0);
  }

  /** Settings that are not at their default. */
  Map<String, String> flags() {
    var flags = new TreeMap<String, String>();
    DEFAULTS.forEach(
        (name, fallback) -> {
          String value = config.path(name).asText(fallback);
          if (!value.equals(fallback)) {
            flags.put(name, value);
          }
        });
    return flags;
  }

  TsdbNode.Rows rows() {
    return new TsdbNode.Rows(
        pointsAdded(), Map.of(), OptionalDouble.empty(), OptionalDouble.empty());
  }
}
