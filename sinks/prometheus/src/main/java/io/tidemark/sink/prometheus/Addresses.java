package io.tidemark.sink.prometheus;

import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.http.Address;
import java.net.URI;
import java.util.List;

/** Where a receiver takes writes, answers questions and shows its metrics. */
final class Addresses {
  /** Prometheus' own; what a URL without a path means. */
  static final String WRITE_PATH = "/api/v1/write";

  /** Prometheus' own of OTLP. */
  private static final String OTLP_PATH = "/api/v1/otlp/v1/metrics";

  private static final String PUSH_PATH = "/api/v1/push";
  private static final String MIMIR_OTLP_PATH = "/otlp/v1/metrics";

  /**
   * Of receivers whose other pages lie beside: Mimir and Cortex, Thanos; of OTLP Mimir,
   * VictoriaMetrics, a collector. Each before those that it ends with.
   */
  private static final List<String> WRITE_PATHS =
      List.of(
          WRITE_PATH,
          PUSH_PATH,
          "/api/v1/receive",
          OTLP_PATH,
          MIMIR_OTLP_PATH,
          "/opentelemetry/v1/metrics",
          "/v1/metrics");

  private static final String METRICS_PATH = "/metrics";

  /** Below which Mimir and Cortex have Prometheus' API. */
  private static final String API_PREFIX = "/prometheus";

  private Addresses() {}

  /** The URL as it stands; without a path, Prometheus' own. */
  static Address ofWrite(URI url) {
    return Address.of("target.urls", url, path -> path.isEmpty() ? WRITE_PATH : path);
  }

  /** The same of OTLP. */
  static Address ofOtlp(URI url) {
    return Address.of("target.urls", url, path -> path.isEmpty() ? OTLP_PATH : path);
  }

  /** The pages of all processes. */
  static List<Address> ofMetrics(TargetConfig target) {
    return (target.metricsUrls().isEmpty()
            ? target.urls().stream()
                .map(
                    url ->
                        Address.withoutQuery(
                            "target.urls", url, path -> above(path) + METRICS_PATH))
            : target.metricsUrls().stream()
                .map(url -> Address.ending("target.metrics-urls", url, METRICS_PATH)))
        .toList();
  }

  /** Prometheus' API, beside the writes; some are those of Mimir or Cortex. */
  static Address ofApi(URI url, String path) {
    return Address.withoutQuery(
        "target.urls", url, own -> above(own) + (isOfMimir(own) ? API_PREFIX : "") + path);
  }

  private static boolean isOfMimir(String path) {
    return path.endsWith(PUSH_PATH) || path.endsWith(MIMIR_OTLP_PATH) && !path.endsWith(OTLP_PATH);
  }

  private static String above(String path) {
    return WRITE_PATHS.stream()
        .filter(path::endsWith)
        .findFirst()
        .map(end -> path.substring(0, path.length() - end.length()))
        .orElse("");
  }
}
