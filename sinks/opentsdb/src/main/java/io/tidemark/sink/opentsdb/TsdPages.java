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
 * The parts of a TSD's pages that Tidemark needs (OpenTSDB 2.4). Pure.
 *
 * @param stats the page {@code /api/stats}: a list of points
 * @param jvm the page {@code /api/stats/jvm}
 * @param version the page {@code /api/version}
 * @param config the page {@code /api/config}: each setting as text
 */
record TsdPages(JsonNode stats, JsonNode jvm, JsonNode version, JsonNode config) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The pages, in the order of the parameters. */
  static final List<String> PAGES =
      List.of("/api/stats", "/api/stats/jvm", "/api/version", "/api/config");

  /** This stands for pages that have not come. */
  static final TsdPages NONE =
      new TsdPages(
          JSON.createArrayNode(),
          JSON.createObjectNode(),
          JSON.createObjectNode(),
          JSON.createObjectNode());

  /** These settings change what a point costs; the values are their defaults. */
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
   * @param pages the pages in the order of {@link #PAGES}
   * @throws IOException if one is no JSON
   */
  static TsdPages parse(List<byte[]> pages) throws IOException {
    return new TsdPages(
        JSON.readTree(pages.get(0)),
        JSON.readTree(pages.get(1)),
        JSON.readTree(pages.get(2)),
        JSON.readTree(pages.get(3)));
  }

  /** Tells whether the pages are a TSD's; false if something else answers in its place. */
  boolean areThere() {
    return stats.isArray() && !stats.isEmpty();
  }

  /** Returns the value of the metric's point with this tag; absent if there is none. */
  private OptionalDouble stat(String metric, String tag, String value) {
    for (JsonNode point : stats) {
      if (point.path("metric").asText().equals(metric)
          && point.path("tags").path(tag).asText().equals(value)) {
        return OptionalDouble.of(point.path("value").asDouble());
      }
    }
    return OptionalDouble.empty();
  }

  /** Returns the points that the TSD took, including those that HBase then did not store. */
  OptionalDouble pointsAdded() {
    return stat("tsd.datapoints.added", "type", "all");
  }

  OptionalDouble openConnections() {
    return stat("tsd.connectionmgr.connections", "type", "open");
  }

  /** Returns the bound on connections; absent if there is none. */
  OptionalDouble connectionLimit() {
    int limit = config.path("tsd.core.connections.limit").asInt(0);
    return limit > 0 ? OptionalDouble.of(limit) : OptionalDouble.empty();
  }

  OptionalDouble startSeconds() {
    JsonNode start = jvm.path("runtime").path("startTime");
    return start.isNumber() ? OptionalDouble.of(start.asDouble() / 1000) : OptionalDouble.empty();
  }

  /** Returns the version. Maven's 2.4.1 gives "BuildData" instead, which is no version. */
  Optional<String> versionName() {
    return Optional.of(version.path("version").asText()).filter(name -> name.matches("\\d.*"));
  }

  OptionalDouble readOnly() {
    String mode = config.path("tsd.mode").asText();
    return mode.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(mode.equals("ro") ? 1 : 0);
  }

  /** Returns the settings that are not at their default. */
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
