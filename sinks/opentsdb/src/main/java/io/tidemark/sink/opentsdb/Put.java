package io.tidemark.sink.opentsdb;

import io.tidemark.sink.http.Address;
import io.tidemark.sink.http.HttpWriteClient;
import io.tidemark.sink.http.StatusTable;
import java.net.URI;
import java.util.Map;

/** {@code /api/put} over HTTP: where, headers, and what its answers mean. */
final class Put {
  private static final String PATH = "/api/put";
  private static final String CONTENT_TYPE = "application/json";

  private static final Map<String, Map<String, String>> HEADERS_BY_ENCODING =
      Map.of(
          PointFormat.JSON,
          Map.of("Content-Type", CONTENT_TYPE),
          PointFormat.GZIP,
          Map.of("Content-Type", CONTENT_TYPE, "Content-Encoding", "gzip"));

  private static final StatusTable STATUSES =
      StatusTable.HTTP.with(
          StatusTable.fatal(
              404,
              "",
              "no /api/put there: check the path in target.urls, and tsd.mode of the TSD"));

  private Put() {}

  static HttpWriteClient.Protocol protocol(OpenTsdbOptions options) {
    String query = options.waitsForStorage() ? "details&sync" : "details";
    return new HttpWriteClient.Protocol(
        url -> address(url, query),
        HEADERS_BY_ENCODING,
        STATUSES,
        (payload, status, header, body) -> PutAnswer.read(status, body));
  }

  static Address address(URI url, String query) {
    String own = url.getRawQuery() == null ? "" : url.getRawQuery() + "&";
    return Address.withoutQuery(
            "target.urls", url, path -> path.endsWith(PATH) ? path : path + PATH)
        .withQuery(own + query);
  }

  /** A page of the TSD that takes writes at this URL. */
  static Address page(URI url, String page) {
    return Address.withoutQuery(
        "target.urls",
        url,
        path ->
            (path.endsWith(PATH) ? path.substring(0, path.length() - PATH.length()) : path) + page);
  }
}
