package io.tidemark.sink.prometheus;

import io.tidemark.sink.Payload;
import io.tidemark.sink.http.HttpWriteClient;
import io.tidemark.sink.http.HttpWriteClient.Meaning;
import io.tidemark.sink.http.StatusTable;
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

  private RemoteWrite() {}

  static HttpWriteClient.Protocol of(Options options) {
    var headers = new HashMap<>(options.tenantHeaders());
    headers.put("Content-Type", "application/x-protobuf");
    headers.put("Content-Encoding", "snappy");
    headers.put("X-Prometheus-Remote-Write-Version", "0.1.0");
    return new HttpWriteClient.Protocol(
        Addresses::ofWrite, Map.of("snappy", Map.copyOf(headers)), STATUSES, RemoteWrite::read);
  }

  static Optional<Meaning> read(
      Payload payload, int status, UnaryOperator<String> header, byte[] body) {
    if (status / 100 == 2) {
      return written(payload, header.apply(WRITTEN));
    }
    return Refusal.read(status, new String(body, StandardCharsets.UTF_8));
  }

  /**
   * What a receiver says that it wrote, where it says so: not all of them do for remote write 1,
   * and early ones said 0.
   */
  private static Optional<Meaning> written(Payload payload, String count) {
    if (count == null || !count.matches("[1-9]\\d{0,8}")) {
      return Optional.empty();
    }
    int written = Integer.parseInt(count);
    return written >= payload.samples()
        ? Optional.empty()
        : Optional.of(
            Refusal.NOT_WRITTEN.meaning(
                "%s: %d of %d samples".formatted(WRITTEN, written, payload.samples())));
  }
}
