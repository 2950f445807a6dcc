package io.tidemark.sink.victoriametrics;

import io.tidemark.sink.http.HttpWriteClient;
import io.tidemark.sink.http.StatusTable;
import io.tidemark.sink.remotewrite.OlderForm;
import io.tidemark.sink.remotewrite.RemoteWriteFormat;
import java.util.Map;
import java.util.Set;

/** Remote write as VictoriaMetrics takes it: its headers, and what its answers mean. */
final class RemoteWrite {
  private static final String CHECK_PATH =
      "no such path there; check the path in target.urls, and target.tenant (for clusters only)";

  private static final String CONTENT_TYPE = "application/x-protobuf";

  private static final Map<String, Map<String, String>> HEADERS_BY_ENCODING =
      Map.of(
          "snappy",
          headers("snappy", "X-Prometheus-Remote-Write-Version", "0.1.0"),
          "zstd",
          headers("zstd", "X-VictoriaMetrics-Remote-Write-Version", "1"));

  static final StatusTable STATUSES =
      StatusTable.HTTP.with(
          StatusTable.fatal(400, "unsupported path requested", CHECK_PATH),
          StatusTable.fatal(
              403, "", "these credentials may not write here; check target.auth and target.tenant"),
          StatusTable.fatal(404, "", CHECK_PATH),
          StatusTable.fatal(501, "", "the server does not know remote write; check target.urls"));

  /**
   * Versions before 1.88, and Prometheus' own receivers, take no zstd; the client then sends
   * Snappy, as vmagent does.
   */
  static final OlderForm.Form ZSTD_OR_SNAPPY =
      new OlderForm.Form(
          payload -> payload.encoding().equals("zstd"),
          answer -> Set.of("HTTP 400", "HTTP 415").contains(answer.code()),
          RemoteWriteFormat::inSnappy,
          "it takes no zstd, so bodies are packed anew in Snappy; target.compression=snappy saves that");

  private RemoteWrite() {}

  static HttpWriteClient.Protocol of(String tenant) {
    return new HttpWriteClient.Protocol(
        url -> Addresses.ofWrite(url, tenant), HEADERS_BY_ENCODING, STATUSES);
  }

  private static Map<String, String> headers(String encoding, String versionName, String version) {
    return Map.of("Content-Type", CONTENT_TYPE, "Content-Encoding", encoding, versionName, version);
  }
}
