package io.tidemark.sink.prometheus;

import io.tidemark.sink.Payload;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.http.HttpWriteClient;
import io.tidemark.sink.http.HttpWriteClient.Meaning;
import io.tidemark.sink.http.StatusTable;
import io.tidemark.sink.remotewrite.MessageVersion;
import io.tidemark.sink.remotewrite.OlderForm;
import io.tidemark.sink.remotewrite.RemoteWriteFormat;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Remote write as its specification says: headers, and what answers mean. */
final class RemoteWrite {
  private static final String WRITTEN = "X-Prometheus-Remote-Write-Samples-Written";
  private static final String CHECK_PATH =
      "no such path there; check the path in target.urls: /api/v1/write of Prometheus, /api/v1/push of Mimir and Cortex, /api/v1/receive of Thanos";

  static final StatusTable STATUSES =
      StatusTable.HTTP.with(
          StatusTable.fatal(
              404,
              "remote write receiver needs to be enabled",
              "start that Prometheus with --web.enable-remote-write-receiver"),
          StatusTable.fatal(401, "no org id", "name the tenant in target.tenant"),
          StatusTable.fatal(
              403, "", "these credentials may not write here; check target.auth and target.tenant"),
          StatusTable.fatal(404, "", CHECK_PATH),
          StatusTable.fatal(405, "", CHECK_PATH));

  private static final String SNAPPY = "snappy";
  private static final String VERSION_1 = MessageVersion.V1.encoding(SNAPPY);
  private static final String VERSION_2 = MessageVersion.V2.encoding(SNAPPY);

  /**
   * A receiver that does not look at the content type finds nothing in a message of version 2, and
   * accepts that. One that knows it must say what it wrote.
   */
  private static final Meaning UNREAD =
      new Meaning(
          ResponseClass.REJECT, "not read", "accepted without the header %s".formatted(WRITTEN));

  static final OlderForm.Form VERSION_2_OR_1 =
      new OlderForm.Form(
          payload -> payload.encoding().equals(VERSION_2),
          answer -> answer.code().equals("HTTP 415") || answer.code().equals(UNREAD.code()),
          RemoteWriteFormat::inVersion1,
          "it does not know remote write 2, so bodies are packed anew in version 1; target.message-version=v1 saves that");

  private RemoteWrite() {}

  static HttpWriteClient.Protocol of(PrometheusOptions options) {
    return new HttpWriteClient.Protocol(
        Addresses::ofWrite,
        Map.of(
            VERSION_1,
            headers(options, "application/x-protobuf", "0.1.0"),
            VERSION_2,
            headers(
                options, "application/x-protobuf;proto=io.prometheus.write.v2.Request", "2.0.0")),
        STATUSES,
        RemoteWrite::read);
  }

  private static Map<String, String> headers(
      PrometheusOptions options, String type, String version) {
    var headers = new HashMap<>(options.tenantHeaders());
    headers.put("Content-Type", type);
    headers.put("Content-Encoding", SNAPPY);
    headers.put("X-Prometheus-Remote-Write-Version", version);
    return Map.copyOf(headers);
  }

  static Optional<Meaning> read(
      Payload payload, int status, UnaryOperator<String> header, byte[] body) {
    if (status / 100 == 2) {
      String written = header.apply(WRITTEN);
      return written == null && payload.encoding().equals(VERSION_2)
          ? Optional.of(UNREAD)
          : written(payload, written);
    }
    return Refusal.read(status, new String(body, StandardCharsets.UTF_8));
  }

  /**
   * What a receiver says that it wrote, where it says so: not all of them do for version 1, and
   * early ones said 0.
   */
  private static Optional<Meaning> written(Payload payload, String count) {
    if (count == null || !count.matches("\\d{1,9}")) {
      return Optional.empty();
    }
    int written = Integer.parseInt(count);
    boolean says = written > 0 || payload.encoding().equals(VERSION_2);
    return !says || written >= payload.samples()
        ? Optional.empty()
        : Optional.of(
            Refusal.NOT_WRITTEN.meaning(
                "%s: %d of %d samples".formatted(WRITTEN, written, payload.samples())));
  }
}
