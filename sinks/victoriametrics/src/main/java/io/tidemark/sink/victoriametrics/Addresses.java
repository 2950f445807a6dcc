package io.tidemark.sink.victoriametrics;

import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.http.Address;
import java.net.URI;
import java.util.List;

/** The addresses at which VictoriaMetrics takes writes and shows its metrics. */
final class Addresses {
  private static final String WRITE_PATH = "/api/v1/write";
  private static final String METRICS_PATH = "/metrics";

  private Addresses() {}

  /**
   * Returns the address for remote write, below the URL's own path, unless that already names the
   * write path.
   *
   * @param tenant "" for a single node, else the tenant as a cluster's vminsert takes it
   * @throws IllegalArgumentException if the URL is wrong; the message says what to change
   */
  static Address ofWrite(URI url, String tenant) {
    return Address.of(
        "target.urls",
        url,
        path -> {
          if (!path.endsWith(WRITE_PATH)) {
            return path
                + (tenant.isEmpty() ? "" : "/insert/" + tenant + "/prometheus")
                + WRITE_PATH;
          }
          if (!tenant.isEmpty()) {
            throw new IllegalArgumentException(
                "target.tenant=%s can't be added to a URL that ends in %s [url=%s]; leave one out"
                    .formatted(tenant, WRITE_PATH, Address.show(url)));
          }
          return path;
        });
  }

  /**
   * Returns the address for something else than a write, beside the write address.
   *
   * @param purpose the first part of the path if there are tenants: select, delete
   */
  static Address ofQuery(URI url, String tenant, String purpose, String path, String query) {
    Address beside =
        Address.withoutQuery(
            "target.urls",
            url,
            own ->
                withoutWritePath(own)
                    + (tenant.isEmpty() ? "" : "/%s/%s/prometheus".formatted(purpose, tenant))
                    + path);
    String key = url.getRawQuery() == null ? "" : url.getRawQuery() + "&";
    return beside.withQuery(key + query);
  }

  /** Returns the addresses of all processes' pages. */
  static List<Address> ofMetrics(TargetConfig target) {
    return (target.metricsUrls().isEmpty()
            ? target.urls().stream().map(Addresses::ofMetricsBeside)
            : target.metricsUrls().stream().map(Addresses::ofMetrics))
        .toList();
  }

  /** Returns the /metrics page of the process that answers at a URL of {@code target.urls}. */
  static Address ofMetricsBeside(URI writeUrl) {
    return Address.withoutQuery(
        "target.urls", writeUrl, path -> withoutWritePath(path) + METRICS_PATH);
  }

  private static String withoutWritePath(String path) {
    int insert = path.indexOf("/insert/");
    if (insert >= 0) {
      return path.substring(0, insert);
    }
    if (!path.endsWith(WRITE_PATH)) {
      return path;
    }
    String above = path.substring(0, path.length() - WRITE_PATH.length());
    return above.endsWith("/prometheus") ? above.substring(0, above.lastIndexOf('/')) : above;
  }

  /**
   * Returns the page that a URL of {@code target.metrics-urls} names, with or without its last
   * part.
   */
  static Address ofMetrics(URI url) {
    return Address.ending("target.metrics-urls", url, METRICS_PATH);
  }
}
