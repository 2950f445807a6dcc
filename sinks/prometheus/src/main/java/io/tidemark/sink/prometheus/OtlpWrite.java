package io.tidemark.sink.prometheus;

import com.google.protobuf.CodedInputStream;
import io.tidemark.sink.Payload;
import io.tidemark.sink.http.HttpWriteClient;
import io.tidemark.sink.http.HttpWriteClient.Meaning;
import io.tidemark.sink.http.StatusTable;
import io.tidemark.sink.otlp.Compression;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** OTLP over HTTP as its specification says: headers, and what answers mean. */
final class OtlpWrite {
  private static final String CHECK_PATH =
      "no such path there; check the path in target.urls: /api/v1/otlp/v1/metrics of Prometheus, /otlp/v1/metrics of Mimir, /opentelemetry/v1/metrics of VictoriaMetrics, /v1/metrics of a collector";

  private static final StatusTable STATUSES =
      RemoteWrite.STATUSES.with(
          StatusTable.fatal(
              404,
              "otlp write receiver needs to be enabled",
              "start that Prometheus with --web.enable-otlp-receiver"),
          StatusTable.fatal(404, "", CHECK_PATH),
          StatusTable.fatal(405, "", CHECK_PATH));

  /** Tags of an {@code ExportMetricsServiceResponse} and what is in it. */
  private static final int PARTIAL_SUCCESS = 1 << 3 | 2;

  private static final int REJECTED_POINTS = 1 << 3;
  private static final int ERROR_MESSAGE = 2 << 3 | 2;

  /** What receivers that keep letters and digits alone make one underscore, in a label's name. */
  private static final Pattern OTHERS = Pattern.compile("[^A-Za-z0-9]+");

  /** The same in a metric's name, which keeps its colons. */
  private static final Pattern OTHERS_OF_METRIC = Pattern.compile("[^A-Za-z0-9:]+");

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*");

  private OtlpWrite() {}

  static HttpWriteClient.Protocol of(PrometheusOptions options) {
    var headers = new HashMap<>(options.tenantHeaders());
    headers.put("Content-Type", "application/x-protobuf");
    Map<String, String> plain = Map.copyOf(headers);
    headers.put("Content-Encoding", Compression.GZIP.text());
    return new HttpWriteClient.Protocol(
        Addresses::ofOtlp,
        Map.of(Compression.NONE.encoding(), plain, Compression.GZIP.encoding(), headers),
        STATUSES,
        OtlpWrite::read);
  }

  static Optional<Meaning> read(
      Payload payload, int status, UnaryOperator<String> header, byte[] body) {
    if (status / 100 != 2) {
      return Refusal.read(status, new String(body, StandardCharsets.UTF_8));
    }
    try {
      return partial(payload, CodedInputStream.newInstance(body));
    } catch (IOException e) {
      return Optional.empty(); // Not everyone answers with a message; the status says it all.
    }
  }

  /** A batch of which points are refused comes again in halves: the answer does not say which. */
  private static Optional<Meaning> partial(Payload payload, CodedInputStream answer)
      throws IOException {
    long rejected = 0;
    String text = "";
    for (int tag = answer.readTag(); tag != 0; tag = answer.readTag()) {
      if (tag != PARTIAL_SUCCESS) {
        answer.skipField(tag);
        continue;
      }
      CodedInputStream partial = answer.readBytes().newCodedInput();
      for (int part = partial.readTag(); part != 0; part = partial.readTag()) {
        switch (part) {
          case REJECTED_POINTS -> rejected = partial.readInt64();
          case ERROR_MESSAGE -> text = partial.readBytes().toString(StandardCharsets.UTF_8);
          default -> partial.skipField(part);
        }
      }
    }
    if (rejected <= 0) {
      return Optional.empty();
    }
    String error =
        "rejected_data_points: %d of %d: %s".formatted(rejected, payload.samples(), text);
    return Optional.of(Refusal.named(text).meaning(error));
  }

  /**
   * Labels as receivers may store them: with other characters than letters and digits in names as
   * one underscore. Values stay.
   */
  static Map<String, String> asStored(Map<String, String> labels) {
    var stored = new TreeMap<String, String>();
    labels.forEach(
        (name, value) -> {
          boolean isMetric = name.equals("__name__");
          stored.put(
              isMetric ? name : folded(OTHERS, name),
              isMetric ? folded(OTHERS_OF_METRIC, value) : value);
        });
    return stored;
  }

  private static String folded(Pattern others, String name) {
    String folded = others.matcher(name).replaceAll("_");
    return folded.replaceAll("^(key)?_(?=.)|(?<=.)_$", "");
  }

  /** Whether every receiver stores the label under this name. */
  static boolean isKept(String name, String value) {
    return PLAIN.matcher(name.equals("__name__") ? value : name).matches();
  }
}
